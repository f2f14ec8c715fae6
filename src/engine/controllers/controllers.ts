import type { ElementCompiler } from '../core.ts';
import { genericController } from './generic-controller.ts';
import { loopController } from './loop-controller.ts';
import { transactionController } from './transaction-controller.ts';

export const controllers: Record<string, ElementCompiler> = {
  GenericController: genericController,
  LoopController: loopController,
  TransactionController: transactionController,
};
