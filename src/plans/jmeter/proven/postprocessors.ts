import type { ProvenElement } from './proven-element.ts';

export const provenPostProcessors: Record<string, ProvenElement> = {};
