import type { ElementCompiler } from '../core.ts';
import { debugSampler } from './debug-sampler.ts';
import { httpSampler } from './http-sampler.ts';
import { testAction } from './test-action.ts';

export const samplers: Record<string, ElementCompiler> = {
  DebugSampler: debugSampler,
  HTTPSamplerProxy: httpSampler,
  TestAction: testAction,
};
