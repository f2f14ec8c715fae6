import type { Sampler } from '../sampling/package.ts';
import type { User } from '../users/user.ts';
import type { TransactionRun } from './transaction-run.ts';

/** Returned instead of a sampler: nothing to do right now, ask again later. It lets other users go on. */
export interface Pause {
  readonly kind: 'pause';
}
export const pause: Pause = { kind: 'pause' };

/** What `next` gives: something to sample, or undefined at the end of a pass. */
export type Step = Sampler | TransactionRun | Pause | undefined;

/**
 * A controller of a plan, shared by all users; what changes is in the user's state for it. The protocol is JMeter's own,
 * method by method, because its controllers meet in ways that only the same steps reproduce.
 */
export interface Controller {
  readonly kind: 'controller';
  initialize(user: User): void;
  next(user: User): Step;
  isDone(user: User): boolean;
  triggerEndOfLoop(user: User): void;
}

/** Controllers that `break` and `continue` can be meant for. */
export interface IteratingController extends Controller {
  startNextLoop(user: User): void;
  breakLoop(user: User): void;
}

export function isIterating(controller: Controller): controller is IteratingController {
  return 'startNextLoop' in controller;
}

export type Node = Controller | Sampler;
