import { toLong } from '../../languages/java/numbers.ts';
import { type CompiledElement, type ElementCompiler, pending, type Sampler, type User } from '../core.ts';
import { WheelEntry } from '../time/wheel.ts';

export const sampleTimeout: ElementCompiler = (element, context) => {
  const timeout = context.text(element, 'InterruptTimer.timeout');
  return { sampleLimit: { limitMs: (user) => toLong(timeout.evaluate(user)) } };
};

type SampleLimit = NonNullable<CompiledElement['sampleLimit']>;

/** Interrupts samples that exceed the timeout. */
export function limitSampler(sampler: Sampler, limits: readonly SampleLimit[]): void {
  const sample = sampler.sample.bind(sampler);
  sampler.sample = (user) => {
    for (const limit of limits) {
      user.stateOf(limit, () => new Alarm(user)).setFor(limit.limitMs(user));
    }
    const result = sample(user);
    if (result !== pending) {
      for (const limit of limits) {
        user.stateOf(limit, () => new Alarm(user)).setFor(0);
      }
    }
    return result;
  };
}

/** Applies to all samplers of the group: each sample restarts it, so it never fires for a later one. */
class Alarm extends WheelEntry {
  readonly #user: User;

  constructor(user: User) {
    super();
    this.#user = user;
  }

  setFor(ms: number): void {
    const { runner } = this.#user;
    if (ms > 0) {
      runner.wheel.add(this, runner.nowMs() + ms);
    } else {
      runner.wheel.remove(this);
    }
  }

  override due(): void {
    const user = this.#user;
    const { sampler } = user;
    if (user.phase !== 'sampling' || !sampler) {
      return;
    }
    if (sampler.timeOutSample) {
      sampler.timeOutSample(user);
    } else if (sampler.interrupt) {
      // In JMeter, the interrupted thread cannot sleep any more. Not reproduced.
      user.runner.refuse(`Only Apache JMeter ends samples of ${sampler.name.raw} by a Sample Timeout.`);
    }
  }
}
