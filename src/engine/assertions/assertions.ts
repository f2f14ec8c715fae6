import type { ElementCompiler } from '../core.ts';

export const assertions: Record<string, ElementCompiler> = {};
