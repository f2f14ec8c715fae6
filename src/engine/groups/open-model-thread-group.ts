import { BrokenSchedule, parseSchedule, type ScheduleStep } from '../../jmx/open-model-schedule.ts';
import { JavaRandom } from '../../languages/java/java-random.ts';
import { toLong } from '../../languages/java/numbers.ts';
import { GenericController } from '../controllers/generic-controller.ts';
import type { GroupKind, GroupStart, IteratingController, Step, User } from '../core.ts';
import { WheelEntry } from '../time/wheel.ts';
import { openModelArrivals, scheduleSeconds } from './open-model-arrivals.ts';

/** JMeter's OpenModelThreadGroup: users arrive by a schedule, run one iteration and end. */
export const openModelThreadGroup: GroupKind = {
  stage: 'main',
  makeLoop: (_element, context) => new OnePass(context.nextIndex()),
  start: (group) => {
    try {
      new Starter(group, parseSchedule(group.read('OpenModelThreadGroup.schedule'))).due();
    } catch (error) {
      if (!(error instanceof BrokenSchedule)) {
        throw error;
      }
      group.runner.refuse(`${group.name}: ${error.message}`);
    }
  },
};

/** JMeter's OpenModelThreadGroupController, which runs a single iteration. */
class OnePass extends GenericController implements IteratingController {
  override next(user: User): Step {
    const step = super.next(user);
    const state = this.state(user);
    if (state.iterCount >= 1) {
      this.setDone(state, true);
    }
    return step;
  }

  startNextLoop(): void {}

  breakLoop(): void {}
}

class Starter extends WheelEntry {
  readonly #group: GroupStart;
  readonly #release: () => void;
  readonly #users = new Set<User>();
  readonly #arrivals: Iterator<number, void>;
  readonly #endMs: number;
  #next: IteratorResult<number, void>;
  #isRunning = true;

  constructor(group: GroupStart, steps: readonly ScheduleStep[]) {
    super();
    this.#group = group;
    this.#endMs = Math.round(group.testStartMs + scheduleSeconds(steps) * 1000);
    const seed = toLong(group.read('OpenModelThreadGroup.random_seed'));
    const own = new JavaRandom(BigInt(seed));
    this.#arrivals = openModelArrivals(steps, seed === 0 ? group.random : () => own.nextDouble());
    this.#next = this.#arrivals.next();
    this.#release = group.hold();
    group.onStop(() => this.#end());
  }

  override due(): void {
    const { runner, testStartMs } = this.#group;
    while (this.#isRunning && !this.#next.done) {
      const atMs = testStartMs + Math.round(this.#next.value * 1000);
      if (atMs > runner.nowMs()) {
        runner.wheel.add(this, atMs);
        return;
      }
      const user = this.#group.addUser(atMs, undefined, () => user && this.#users.delete(user));
      if (user) {
        user.intendedMs = atMs;
        this.#users.add(user);
      }
      this.#next = this.#arrivals.next();
    }
    if (this.#isRunning && this.#endMs > runner.nowMs()) {
      runner.wheel.add(this, this.#endMs);
    } else if (this.#isRunning) {
      this.#end();
      for (const user of [...this.#users]) {
        this.#group.stopUser(user, true);
      }
    }
  }

  #end(): void {
    this.#isRunning = false;
    this.#group.runner.wheel.remove(this);
    this.#release();
  }
}
