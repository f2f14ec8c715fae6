import { listProperty, type PropertyValue } from '../../jmx/plan-tree.ts';
import { parseJavaDouble } from '../../languages/java/java-double.ts';
import { parseLong, toLong } from '../../languages/java/numbers.ts';
import { VirtualUserController, type VirtualUserOwner } from '../controllers/virtual-user-controller.ts';
import type { GroupKind, GroupStart, User } from '../core.ts';
import { WheelEntry } from '../time/wheel.ts';

/** Arrivals per second, by seconds since the start and number of arrivals so far; negative: the schedule is over. */
type Rate = (seconds: number, arrivals: number) => number;

const kindWith = (rateOf: (group: GroupStart) => Rate): GroupKind => ({
  stage: 'main',
  isNewUserInEachPass: true,
  makeLoop: (_element, context) => new VirtualUserController(context.nextIndex()),
  // JMeter names users after the thread that starts them.
  usersName: (name) => `${name}-ThreadStarter`,
  start: (group) => new Arrivals(group, rateOf(group)).firstArrival,
});

/** bzm's Arrivals Thread Group: starts a number of iterations per second or minute; users are reused between iterations. */
export const arrivalsThreadGroup = kindWith(targetRate);

/** bzm's Free-Form Arrivals Thread Group: an Arrivals Thread Group with the rate from schedule rows. */
export const freeFormArrivalsThreadGroup = kindWith(scheduledRate);

const unitOf = (group: GroupStart) => (group.read('Unit') === 'M' ? 60 : 1);

function targetRate(group: GroupStart): Rate {
  const seconds = (property: string, fallback: string) => {
    const text = group.read(property, fallback);
    return text === '' ? 0 : Math.round((parseJavaDouble(text) ?? 0) * unitOf(group));
  };
  return (at, arrivals) => {
    const rampUp = seconds('RampUp', '');
    const steps = parseLong(group.read('Steps')) ?? 0;
    const most = toLong(group.read('TargetLevel', '1')) / unitOf(group);
    if (at >= rampUp + seconds('Hold', '1')) {
      return -1;
    }
    if (rampUp === 0 || at > rampUp) {
      return most;
    }
    if (steps > 0) {
      return (most / steps) * (Math.floor(at / (rampUp / steps)) + 1);
    }
    // 0 before the first arrival: as in the plugin, no user arrives until the ramp-up is over.
    const slope = most / rampUp;
    return slope * Math.sqrt((2 * arrivals) / slope);
  };
}

function scheduledRate(group: GroupStart): Rate {
  return (at) => {
    let offset = 0;
    for (const row of listProperty(group.element, 'Schedule')) {
      const [from = 0, to = 0, length = 0] = numbersOf(row.value, group);
      const seconds = length * unitOf(group);
      const progress = (at - offset) / seconds;
      // The plugin truncates to whole seconds.
      offset = Math.trunc(offset + seconds);
      if (at <= offset) {
        const start = from / unitOf(group);
        return start + progress * (to / unitOf(group) - start);
      }
    }
    return -1;
  };
}

function numbersOf(row: PropertyValue, group: GroupStart): number[] {
  if (typeof row === 'string' || !('items' in row)) {
    return [];
  }
  return row.items.map(({ value }) =>
    typeof value === 'string' ? (parseJavaDouble(group.evaluate(value)) ?? 0) : 0,
  );
}

/** The plugin's polling interval while the rate is 0. */
const zeroRateMs = 200;

class Arrivals extends WheelEntry implements VirtualUserOwner {
  /** Resolves at the first arrival; following groups wait for it. */
  readonly firstArrival: Promise<void>;
  readonly #group: GroupStart;
  readonly #rate: Rate;
  readonly #release: () => void;
  readonly #active = new Set<User>();
  readonly #resting = new Set<User>();
  #tellFirst: () => void = () => {};
  #arrivals = 0;
  #scheduled = 0;
  #limit: number | undefined;
  #startMs: number | undefined;
  /** Position in the schedule, in epoch milliseconds. */
  #atMs = 0;
  /** When the next iteration is due: the schedule to the millisecond, as the plugin waits. */
  #intendedMs = 0;
  #isSupplying = true;
  #isRunning = true;

  constructor(group: GroupStart, rate: Rate) {
    super();
    this.#group = group;
    this.#rate = rate;
    this.firstArrival = new Promise((resolve) => {
      this.#tellFirst = resolve;
    });
    this.#release = group.hold();
    group.onStop(() => this.#end());
    if (group.loop instanceof VirtualUserController) {
      group.loop.owner = this;
    }
    group.runner.wheel.add(this, group.startMs);
  }

  isLimitReached(): boolean {
    const limit = this.#limit ?? parseLong(this.#group.read('ArrivalsLimit', '0')) ?? 0;
    return limit > 0 && this.#arrivals >= limit;
  }

  passLimit(): number {
    return parseLong(this.#group.read('Iterations')) ?? 0;
  }

  hasTooManyUsers(): boolean {
    return false;
  }

  arrive(): boolean {
    this.#arrivals += 1;
    this.#tellFirst();
    return this.#isRunning;
  }

  rest(user: User): boolean {
    this.#active.delete(user);
    if (!user.isRunning || !this.#isRunning) {
      return false;
    }
    this.#resting.add(user);
    user.runner.countUser(user, -1);
    this.#endIfAllGone();
    return true;
  }

  /** Starts all iterations that are due. */
  override due(): void {
    const { runner } = this.#group;
    const nowMs = Math.floor(runner.nowMs());
    if (this.#startMs === undefined) {
      this.#startMs = nowMs;
      this.#atMs = nowMs;
      this.#intendedMs = this.#group.startMs;
    }
    while (this.#isSupplying) {
      const rate = this.#rate((this.#atMs - this.#startMs) / 1000, this.#scheduled);
      if (Number.isNaN(rate)) {
        runner.refuse(`${this.#group.name}: a row of its schedule has no time`);
        return;
      }
      if (rate < 0) {
        this.#limit = this.#scheduled;
        this.#stopSupply();
        return;
      }
      if (rate === 0) {
        this.#atMs += zeroRateMs;
        this.#intendedMs = nowMs + zeroRateMs;
        runner.wheel.add(this, this.#intendedMs);
        return;
      }
      this.#atMs += 1000 / rate;
      this.#scheduled += 1;
      if (this.isLimitReached()) {
        this.#stopSupply();
        return;
      }
      this.#admit();
      this.#intendedMs = Math.floor(this.#atMs) + 1;
      if (this.#atMs >= nowMs) {
        runner.wheel.add(this, this.#intendedMs);
        return;
      }
    }
  }

  #admit(): void {
    const { runner } = this.#group;
    const [rested] = this.#resting;
    if (rested) {
      this.#resting.delete(rested);
      this.#active.add(rested);
      rested.intendedMs = this.#intendedMs;
      runner.countUser(rested, 1);
      // Deferred: the user must not run inside `due`.
      setImmediate(() => runner.wake(rested));
      return;
    }
    const limit = parseLong(this.#group.read('ConcurrencyLimit')) ?? 0;
    if (limit <= 0 || this.#active.size < limit) {
      const user = this.#group.addUser(runner.nowMs(), undefined, () => user && this.#userEnded(user));
      if (user) {
        user.intendedMs = this.#intendedMs;
        this.#active.add(user);
      }
    }
  }

  #userEnded(user: User): void {
    this.#active.delete(user);
    this.#resting.delete(user);
    this.#endIfAllGone();
  }

  #stopSupply(): void {
    this.#isSupplying = false;
    this.#endIfAllGone();
  }

  #endIfAllGone(): void {
    if (this.#isRunning && this.#active.size === 0 && (!this.#isSupplying || this.isLimitReached())) {
      // Deferred: the last user may still be inside its step.
      setImmediate(() => this.#end());
    }
  }

  #end(): void {
    const { runner, stopUser } = this.#group;
    this.#isSupplying = false;
    this.#isRunning = false;
    this.#tellFirst();
    runner.wheel.remove(this);
    for (const user of [...this.#resting]) {
      this.#resting.delete(user);
      runner.countUser(user, 1);
      stopUser(user);
      runner.wake(user);
    }
    this.#release();
  }
}
