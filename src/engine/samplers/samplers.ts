import type { ElementCompiler } from '../core.ts';
import { outsideOnly, scripted } from '../languages/outside-elements.ts';
import { beanShellSampler } from './bean-shell-sampler.ts';
import { debugSampler } from './debug-sampler.ts';
import { dummySampler } from './dummy-sampler.ts';
import { httpSampler } from './http-sampler.ts';
import { javaSampler } from './java-sampler.ts';
import { jsr223Sampler } from './jsr223-sampler.ts';
import { testAction } from './test-action.ts';
import { websocketSamplers } from './websocket/websocket-sampler.ts';

export const samplers: Record<string, ElementCompiler> = {
  BeanShellSampler: scripted('sampler', beanShellSampler),
  BSFSampler: outsideOnly('sampler'),
  DebugSampler: debugSampler,
  HTTPSamplerProxy: httpSampler,
  JavaSampler: scripted('sampler', javaSampler),
  JSR223Sampler: scripted('sampler', jsr223Sampler),
  'kg.apc.jmeter.samplers.DummySampler': dummySampler,
  TestAction: testAction,
  ...websocketSamplers,
};
