import type { ElementCompiler } from '../core.ts';
import { outsideOnly, scripted } from '../languages/outside-elements.ts';
import { beanShellTimer } from './bean-shell-timer.ts';
import { constantThroughputTimer } from './constant-throughput-timer.ts';
import { constantTimer } from './constant-timer.ts';
import { jsr223Timer } from './jsr223-timer.ts';
import { preciseThroughputTimer } from './precise-throughput-timer.ts';
import { gaussianRandomTimer, poissonRandomTimer, uniformRandomTimer } from './random-timers.ts';
import { syncTimer } from './sync-timer.ts';
import { variableThroughputTimer } from './variable-throughput-timer.ts';

export const timers: Record<string, ElementCompiler> = {
  BeanShellTimer: scripted('timer', beanShellTimer),
  BSFTimer: outsideOnly('timer'),
  ConstantThroughputTimer: constantThroughputTimer,
  ConstantTimer: constantTimer,
  GaussianRandomTimer: gaussianRandomTimer,
  JSR223Timer: scripted('timer', jsr223Timer),
  PoissonRandomTimer: poissonRandomTimer,
  PreciseThroughputTimer: preciseThroughputTimer,
  SyncTimer: syncTimer,
  UniformRandomTimer: uniformRandomTimer,
  'kg.apc.jmeter.timers.VariableThroughputTimer': variableThroughputTimer,
};
