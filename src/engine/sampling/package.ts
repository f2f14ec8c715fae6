import type { Scope } from '../compile/element-compiler.ts';
import type { Text } from '../text/text.ts';
import type { User } from '../users/user.ts';
import type { AssertionOutcome, Result } from './result.ts';

/** Returned by a sampler that finishes later, by `user.runner.finishSample`. */
export const pending = Symbol('pending');

/** One sampler of a plan, shared by all users. */
export interface Sampler {
  readonly kind: 'sampler';
  readonly name: Text;
  /** Everything in its scope; set once the whole plan is compiled. */
  package: SamplePackage;
  sample(user: User): Result | undefined | typeof pending;
  /** Called once with what is in its scope, before the first sample. */
  configure?(scope: Scope): void;
  /** Ends what is under way as well as it can be ended. */
  interrupt?(user: User): void;
}

/** What surrounds a sampler, in the order in which it is applied. */
export interface SamplePackage {
  preProcessors: readonly PreProcessor[];
  timers: readonly Timer[];
  postProcessors: readonly PostProcessor[];
  assertions: readonly Assertion[];
  listeners: readonly Listener[];
}

export interface PreProcessor {
  process(user: User): void;
}

export interface PostProcessor {
  /** The result is `user.previousResult`. */
  process(user: User): void;
}

export interface Timer {
  /** Milliseconds to wait; a timer that waits for other users parks the user by itself and returns `pending`. */
  delayMs(user: User): number | typeof pending;
}

export type AssertionScope = 'parent' | 'children' | 'all' | 'variable';

export interface Assertion {
  readonly name: Text;
  scope(user: User): AssertionScope;
  check(result: Result, user: User): AssertionOutcome;
}

export interface Listener {
  /** `isTransaction` tells results of transaction controllers that wrote no parent sample. */
  sampleOccurred(result: Result, user: User, isTransaction: boolean): void;
}

/** Told at each new iteration of the users' main loop, before its first sampler. */
export interface IterationListener {
  iterationStart(user: User): void;
}

/** Told when a user comes and when it goes. */
export interface UserListener {
  userStarted?(user: User): void;
  userFinished?(user: User): void;
}

/** Thrown by whatever decides that the user, or everybody, is to stop. */
export class StopRequest extends Error {
  readonly what: 'thread' | 'test' | 'test-now';

  constructor(what: StopRequest['what'], message: string) {
    super(message);
    this.what = what;
  }
}
