import type { ProvenElement } from './proven-element.ts';

export const provenTimers: Record<string, ProvenElement> = {
  ConstantTimer: { title: 'Constant Timer', properties: { 'ConstantTimer.delay': 'any' } },
};
