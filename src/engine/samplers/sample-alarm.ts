import type { User } from '../core.ts';
import type { Result } from '../state/result.ts';
import { WheelEntry } from '../time/wheel.ts';

/** Timer that ends a sleeping sample. One per user, stored in `user.stateOf` under this class. */
export class SampleAlarm extends WheelEntry {
  readonly #user: User;
  #finish: (() => Result | undefined) | undefined;

  constructor(user: User) {
    super();
    this.#user = user;
  }

  setFor(atMs: number, finish: () => Result | undefined): void {
    this.#finish = finish;
    this.#user.runner.wheel.add(this, atMs);
  }

  /** Ends the sample now, if one is sleeping. */
  ring(): void {
    this.#user.runner.wheel.remove(this);
    this.due();
  }

  override due(): void {
    const finish = this.#finish;
    this.#finish = undefined;
    if (!finish) {
      return;
    }
    let result: Result | undefined;
    try {
      result = finish();
    } catch (error) {
      this.#user.runner.failSample(this.#user, error);
      return;
    }
    this.#user.runner.finishSample(this.#user, result);
  }
}
