import type { ElementCompiler } from '../compile/element-compiler.ts';
import { constantTimer } from './constant-timer.ts';
import { debugSampler } from './debug-sampler.ts';
import { genericController } from './generic-controller.ts';
import { loopController } from './loop-controller.ts';
import { transactionController } from './transaction-controller.ts';

/** Every element that groups are compiled from, by its class. */
export const elementCompilers: ReadonlyMap<string, ElementCompiler> = new Map([
  ['ConstantTimer', constantTimer],
  ['DebugSampler', debugSampler],
  ['GenericController', genericController],
  ['LoopController', loopController],
  ['TransactionController', transactionController],
  // What they set is known before the first user comes.
  ['Arguments', () => ({})],
]);
