import { RecoverWith } from './api/recover-with.ts';
import { describeFailure } from './errors/failure.ts';
import type { RecoveryPlan, StepPlan } from './plan.ts';
import type { StepContext } from './run-step.ts';

export type RecoveryAnswer = 'retry' | 'restart' | 'continue' | 'unrecovered';

const forAll = 'global';

/** Recovers failed steps. Counts the recoveries of each step per iteration. */
export class Recoveries {
  readonly #plans: Map<string, RecoveryPlan>;
  readonly #used = new Map<string, number>();

  constructor(plans: Map<string, RecoveryPlan>) {
    this.#plans = plans;
  }

  /** A restarted iteration keeps its counts, which bounds the number of restarts. */
  reset(): void {
    this.#used.clear();
  }

  async recover(step: StepPlan, context: StepContext): Promise<RecoveryAnswer> {
    const { session, browser, lines } = context;
    const plan = this.#plans.get(step.name) ?? this.#plans.get(forAll);
    if (plan === undefined || session.options.stop.aborted) return 'unrecovered';
    const used = this.#used.get(step.name) ?? 0;
    if (used >= (plan.options.tries ?? step.options.tries ?? (session.base.tries || 1))) {
      this.#used.delete(step.name);
      return 'unrecovered';
    }
    this.#used.set(step.name, used + 1);
    try {
      const answer = await plan.fn(browser);
      if (answer === RecoverWith.RETRY) return 'retry';
      return answer === RecoverWith.RESTART ? 'restart' : 'continue';
    } catch (error) {
      const { message } = describeFailure(error, lines);
      session.options.observer.onLog(
        'runner',
        'error',
        `The recovery of step '${step.name}' failed: ${message}`,
      );
      return 'unrecovered';
    }
  }
}
