import type { ElementCompiler } from '../core.ts';
import { debugSampler } from './debug-sampler.ts';

export const samplers: Record<string, ElementCompiler> = {
  DebugSampler: debugSampler,
};
