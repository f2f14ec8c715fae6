import type { ElementCompiler } from '../core.ts';

export const listeners: Record<string, ElementCompiler> = {};
