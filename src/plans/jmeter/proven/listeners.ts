import type { ProvenElement } from './proven-element.ts';

export const provenListeners: Record<string, ProvenElement> = {};
