import type { ProvenElement } from './proven-element.ts';

export const provenAssertions: Record<string, ProvenElement> = {};
