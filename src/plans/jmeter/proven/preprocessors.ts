import type { ProvenElement } from './proven-element.ts';

export const provenPreProcessors: Record<string, ProvenElement> = {};
