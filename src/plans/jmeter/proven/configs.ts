import type { ProvenElement } from './proven-element.ts';

export const provenConfigs: Record<string, ProvenElement> = {
  Arguments: {
    title: 'User Defined Variables',
    properties: { 'Arguments.arguments': 'any' },
    guiClasses: ['ArgumentsPanel'],
  },
};
