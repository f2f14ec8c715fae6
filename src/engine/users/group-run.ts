import type { Controller, IteratingController } from '../control/controller.ts';
import type { UserListener } from '../sampling/package.ts';

export type OnError = 'continue' | 'start-next-loop' | 'stop-thread' | 'stop-test' | 'stop-test-now';

/** A thread group as it runs: its program, shared by its users, and how many of them there are. */
export interface GroupRun {
  readonly name: string;
  /** Counts the groups of a plan, from 1. */
  readonly number: number;
  readonly loop: IteratingController;
  readonly onError: OnError;
  readonly isSameUserOnNextIteration: boolean;
  /** In the order of the plan. */
  readonly userListeners: readonly UserListener[];
  /** The controllers around each node, from the inside out, for break and continue; the main loop is not among them. */
  readonly parents: ReadonlyMap<unknown, readonly Controller[]>;
  activeUsers: number;
}
