import { boolean, type ProvenElement } from './proven-element.ts';

export const provenControllers: Record<string, ProvenElement> = {
  GenericController: { title: 'Simple Controller', properties: {} },
  LoopController: {
    title: 'Loop Controller',
    properties: { 'LoopController.continue_forever': boolean, 'LoopController.loops': 'any' },
  },
  TransactionController: {
    title: 'Transaction Controller',
    properties: { 'TransactionController.parent': boolean, 'TransactionController.includeTimers': boolean },
  },
};
