import { toInt, toLong } from '../../languages/java/numbers.ts';
import { type ElementCompiler, pending, type User } from '../core.ts';
import { WheelEntry } from '../time/wheel.ts';

/** Barrier for users. When one user times out, all waiting users are released. */
class Barrier {
  /** Number of users that release the barrier. */
  size: number;
  #waiting: Waiting[] = [];

  constructor(size: number) {
    this.size = size;
  }

  /** Returns false when this user completed the barrier. */
  waitFor(user: User, untilMs: number): boolean {
    if (this.#waiting.length + 1 >= this.size) {
      // Users stopped meanwhile do not count.
      this.#waiting = this.#waiting.filter((each) => each.user.phase === 'delayed' && each.user.isRunning);
      if (this.#waiting.length + 1 >= this.size) {
        this.release();
        return false;
      }
    }
    const waiting = new Waiting(user, this);
    this.#waiting.push(waiting);
    if (Number.isFinite(untilMs)) {
      user.runner.wheel.add(waiting, untilMs);
    }
    return true;
  }

  release(): void {
    for (const each of this.#waiting.splice(0)) {
      each.user.runner.wheel.remove(each);
      each.user.runner.wakeSoon(each.user);
    }
  }
}

class Waiting extends WheelEntry {
  readonly user: User;
  readonly #barrier: Barrier;

  constructor(user: User, barrier: Barrier) {
    super();
    this.user = user;
    this.#barrier = barrier;
  }

  override due(): void {
    this.#barrier.release();
  }
}

/** JMeter's SyncTimer: users wait until enough of them have arrived. */
export const syncTimer: ElementCompiler = (element, context) => {
  const size = context.text(element, 'groupSize');
  const timeout = context.text(element, 'timeoutInMs');
  const shared = context.shared(element, () => ({ barrier: new Barrier(0) }));
  return {
    planListener: {
      planStarted: (placeholderUser) => {
        shared.barrier = new Barrier(toInt(size.evaluate(placeholderUser)));
      },
    },
    userListener: {
      userStarted: (user) => {
        // 0 means all users of the group; of the first group when there are several.
        shared.barrier.size ||= user.group.plannedUsers;
      },
    },
    timer: {
      delayMs(user) {
        const timeoutMs = toLong(timeout.evaluate(user));
        if (shared.barrier.size < 0 || timeoutMs < 0) {
          return 0;
        }
        const untilMs = timeoutMs === 0 ? user.endsAtMs : user.runner.nowMs() + timeoutMs;
        return shared.barrier.waitFor(user, Math.min(untilMs, user.endsAtMs)) ? pending : 0;
      },
    },
  };
};
