import type { ElementCompiler } from '../core.ts';

export const postprocessors: Record<string, ElementCompiler> = {};
