import { listProperty } from '../../jmx/plan-tree.ts';
import { javaDoubleText, parseJavaDouble } from '../../languages/java/java-double.ts';
import { parseInteger } from '../../languages/java/numbers.ts';
import { type ElementCompiler, type Environment, pending, type Text, type User } from '../core.ts';
import { WheelEntry } from '../time/wheel.ts';
import { type LoadRow, parseLoadProfile } from './load-profile.ts';

/** jp@gc's Throughput Shaping Timer 2.5: a scheduled number of samples per second of the wall clock. */
export const variableThroughputTimer: ElementCompiler = (element, context) => {
  const shared = context.shared(element, () => {
    const rows = listProperty(element, 'load_profile').map(({ value }) =>
      typeof value === 'object' && 'items' in value
        ? value.items.map((cell) => context.compile(typeof cell.value === 'string' ? cell.value : ''))
        : [],
    );
    return new Shaper(context.compile(element.name), rows, context.environment);
  });
  return {
    planListener: { planStarted: () => shared.readProperty() },
    timer: { delayMs: (user) => (shared.mayGo(user) ? 0 : pending) },
  };
};

/** Java's cast to int. */
const toInt = (value: number) => (Number.isNaN(value) ? 0 : Math.trunc(Math.min(value, 0x7fff_ffff)));

class Shaper {
  readonly #name: Text;
  readonly #written: readonly (readonly Text[])[];
  readonly #environment: Environment;
  #override: LoadRow[] | undefined;
  /** Longest wait first. */
  readonly #waiting = new Set<Waiting>();
  #sent = 0;
  #rate = 0;
  #msPerSample = 0;
  #second = 0;
  #firstSecond = 0;
  #firstMs = 0;
  #isStopping = false;
  #stops = 0;

  constructor(name: Text, written: readonly (readonly Text[])[], environment: Environment) {
    this.#name = name;
    this.#written = written;
    this.#environment = environment;
  }

  readProperty(): void {
    const text = this.#environment.properties.get('load_profile') ?? '';
    if (text !== '') {
      const { rows, ignored } = parseLoadProfile(text);
      this.#override = rows;
      for (const chunk of ignored) {
        this.#environment.log('warn', `Wrong load chunk ${chunk} will be ignored`);
      }
    }
  }

  /** Returns false when the user has to wait; it is woken later. */
  mayGo(user: User): boolean {
    const isGoing = this.#look(user);
    if (isGoing) {
      this.#letOthersLook();
    }
    return isGoing;
  }

  /** Lets waiting users proceed, longest wait first, before anything else runs. */
  #letOthersLook(): void {
    for (let isGoing = true; isGoing; ) {
      const [first] = this.#waiting;
      isGoing = first !== undefined && this.#lookAgain(first);
    }
  }

  #lookAgain(waiting: Waiting): boolean {
    const { user } = waiting;
    this.#waiting.delete(waiting);
    user.runner.wheel.remove(waiting);
    if (user.phase !== 'delayed' || !user.isRunning) {
      return true;
    }
    if (!this.#look(user)) {
      return false;
    }
    // In a later event-loop turn, because another user is running.
    setImmediate(() => user.runner.wake(user));
    return true;
  }

  /** Returns false when the user has to wait. */
  #look(user: User): boolean {
    const nowMs = Math.floor(user.runner.nowMs());
    const inSecondMs = nowMs % 1000;
    this.#checkSecond(user, nowMs - inSecondMs);
    this.#firstMs ||= nowMs;
    const slotMs = this.#sent * this.#msPerSample;
    if (!(inSecondMs < slotMs)) {
      this.#sent += 1;
      // The plugin restarts its count each second, so slots missed in a second are dropped.
      user.intendedMs = slotMs >= 0 ? Math.max(this.#second + slotMs, this.#firstMs) : 0;
      return true;
    }
    const delayMs = this.#isStopping ? 10 : toInt(1 + (1000 * (this.#waiting.size + 1)) / this.#rate);
    const waiting = new Waiting(user, (each) => this.#due(each));
    this.#waiting.add(waiting);
    user.runner.wheel.add(waiting, nowMs + delayMs);
    return false;
  }

  #due(waiting: Waiting): void {
    if (this.#waiting.has(waiting) && this.#lookAgain(waiting)) {
      this.#letOthersLook();
    }
  }

  #checkSecond(user: User, secondMs: number): void {
    if (this.#second === secondMs) {
      return;
    }
    this.#firstSecond ||= secondMs;
    this.#second = secondMs;
    const { rate, totalSeconds } = this.#planned(user, (secondMs - this.#firstSecond) / 1000);
    if (rate < 0) {
      this.#isStopping = true;
      const factor = this.#stops > 10 ? 2 : 1;
      this.#rate = this.#rate > 0 ? this.#rate * factor : 1;
      this.#stop(user);
      const waiting = [...this.#waiting];
      setImmediate(() => {
        for (const each of waiting) {
          this.#due(each);
        }
      });
    } else {
      this.#rate = rate;
    }
    const name = this.#name.evaluate(user);
    const { properties } = this.#environment;
    properties.set(`${name}_totalDuration`, String(totalSeconds));
    properties.set(`${name}_cntDelayed`, String(this.#waiting.size));
    properties.set(`${name}_cntSent`, String(this.#sent));
    properties.set(`${name}_rps`, javaDoubleText(this.#rate));
    this.#sent = 0;
    this.#msPerSample = 1000 / this.#rate;
  }

  /** `rate` is negative after the end of the schedule. */
  #planned(user: User, second: number): { rate: number; totalSeconds: number } {
    let left = second;
    let rate = -1;
    let isFound = false;
    let totalSeconds = 0;
    for (const [from, to, seconds] of this.#override ?? this.#written.map((row) => evaluateRow(row, user))) {
      totalSeconds += seconds;
      if (!isFound && left - seconds <= 0) {
        rate = from + (left * (to - from)) / seconds;
        isFound = true;
      } else if (!isFound) {
        left -= seconds;
      }
    }
    return { rate, totalSeconds };
  }

  /** Called once per second after the end of the schedule while users are active: stops the group, later the test. */
  #stop(user: User): void {
    if (this.#stops > 30) {
      throw new Error('More than 30 retries - stopping with exception');
    }
    this.#stops += 1;
    if (this.#stops > 5) {
      user.runner.stopTest(this.#stops > 10);
    } else {
      user.runner.stopGroup(user.group, this.#stops > 3);
    }
  }
}

const evaluateRow = (row: readonly Text[], user: User): LoadRow => {
  const [from, to, seconds] = row.map((cell) => cell.evaluate(user));
  return [parseJavaDouble(from ?? '') ?? 0, parseJavaDouble(to ?? '') ?? 0, parseInteger(seconds ?? '') ?? 0];
};

class Waiting extends WheelEntry {
  readonly user: User;
  readonly #onDue: (waiting: Waiting) => void;

  constructor(user: User, onDue: (waiting: Waiting) => void) {
    super();
    this.user = user;
    this.#onDue = onDue;
  }

  override due(): void {
    this.#onDue(this);
  }
}
