import type { ElementCompiler } from '../core.ts';
import { constantTimer } from './constant-timer.ts';

export const timers: Record<string, ElementCompiler> = {
  ConstantTimer: constantTimer,
};
