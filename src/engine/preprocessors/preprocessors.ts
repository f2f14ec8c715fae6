import type { ElementCompiler } from '../core.ts';

export const preprocessors: Record<string, ElementCompiler> = {};
