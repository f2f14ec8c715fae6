import { parseJavaDouble } from '../../languages/java/java-double.ts';
import { JavaRandom } from '../../languages/java/java-random.ts';
import { parseInteger, parseLong } from '../../languages/java/numbers.ts';
import { type ElementCompiler, type GroupRun, pending, StopRequest, type User } from '../core.ts';
import {
  type ArrivalTimes,
  BucketedTimes,
  maxSortedTimes,
  noTimes,
  SortedTimes,
  SuccessiveTimes,
} from './arrival-times.ts';

const scheduleKey = 'when the samples of each group are due';

/** Shared by all timers of this type: JMeter keeps one schedule per group, created by the first user. */
interface Schedules {
  startedAtMs: number | undefined;
  groups: Map<GroupRun, Arrivals>;
}

/** Settings last evaluated for one user. A group's schedule keeps reading those of its creator. */
interface Settings {
  /** Samples per second. */
  rate: number;
  durationSeconds: number;
  batchSize: number;
  /** Evaluated; the user waits for its group's schedule. */
  isWaiting: boolean;
}

/** JMeter's PreciseThroughputTimer: random arrival times with the exact number of samples per period. */
export const preciseThroughputTimer: ElementCompiler = (element, context) => {
  const text = (name: string) => context.text(element, name);
  const [throughput, period, duration] = [text('throughput'), text('throughputPeriod'), text('duration')];
  const [batchSize, seed] = [text('batchSize'), text('randomSeed')];
  const schedules = context.shared(
    scheduleKey,
    (): Schedules => ({ startedAtMs: undefined, groups: new Map() }),
  );
  const key = {};
  return {
    planListener: {
      planStarted: (placeholderUser) => {
        schedules.startedAtMs ??= Math.floor(placeholderUser.runner.nowMs());
      },
    },
    timer: {
      delayMs(user) {
        const none = { rate: 0, durationSeconds: 0, batchSize: 0, isWaiting: false };
        const settings = user.stateOf(key, (): Settings => none);
        if (!settings.isWaiting) {
          const seconds = parseInteger(period.evaluate(user)) ?? 0;
          settings.rate = (parseJavaDouble(throughput.evaluate(user)) ?? 0) / seconds;
          settings.durationSeconds = parseLong(duration.evaluate(user)) ?? 0;
          settings.batchSize = parseInteger(batchSize.evaluate(user)) ?? 0;
        }
        let arrivals = schedules.groups.get(user.group);
        if (!arrivals) {
          arrivals = new Arrivals(settings, generator(seed.evaluate(user), context.environment.random));
          schedules.groups.set(user.group, arrivals);
        }
        settings.isWaiting = !arrivals.prepare(user);
        if (settings.isWaiting) {
          return pending;
        }
        const dueMs = arrivals.next() * 1000 + (schedules.startedAtMs ?? 0);
        const exactNowMs = user.runner.nowMs();
        const nowMs = Math.floor(exactNowMs);
        const delayMs = Math.max(0, Math.trunc(dueMs - nowMs));
        if (nowMs + delayMs > user.endsAtMs) {
          throw new StopRequest(
            'thread',
            `its end comes before the ${delayMs} ms that its timer makes it wait`,
          );
        }
        user.intendedMs = dueMs < nowMs ? dueMs : exactNowMs;
        return delayMs;
      },
    },
  };
};

interface Generator {
  random(): number;
  /** The plan sets a seed, so numbers and times must be those of JMeter. */
  isSeeded: boolean;
}

function generator(seed: string, random: () => number): Generator {
  const value = BigInt(parseLong(seed) ?? 0);
  if (BigInt.asIntN(32, value) === 0n) {
    return { random, isSeeded: false };
  }
  const own = new JavaRandom(value);
  return { random: () => own.nextDouble(), isSeeded: true };
}

/** JMeter's ConstantPoissonProcessGenerator. */
class Arrivals {
  readonly #settings: Settings;
  readonly #generator: Generator;
  readonly #batchSize: number;
  #times: ArrivalTimes = noTimes;
  #last: number | undefined;
  #inBatch = 0;
  #lastRate = 0;
  #generatedToSecond = 0;
  /** Users that wait for times that are being drawn; undefined: none are. */
  #waiting: User[] | undefined;
  #failure: unknown;

  constructor(settings: Settings, generator: Generator) {
    this.#settings = settings;
    this.#generator = generator;
    this.#batchSize = settings.batchSize;
  }

  /** Returns false if the user has to wait for the next times; it is woken, and calls the timer again. */
  prepare(user: User): boolean {
    if (this.#failure !== undefined) {
      throw this.#failure;
    }
    if (this.#waiting) {
      this.#waiting.push(user);
      return false;
    }
    const isUsedUp = this.#inBatch === 0 && this.#times.left === 0;
    // NaN takes the same branch as in JMeter.
    const isSameRate = Math.abs(this.#settings.rate - this.#lastRate) < 0.00001;
    if (isUsedUp || !isSameRate) {
      this.#generate(user);
    }
    return this.#waiting === undefined;
  }

  /** Time of the next sample, in seconds after the start of the test. */
  next(): number {
    if (this.#batchSize !== 1) {
      this.#inBatch += 1;
      if (this.#inBatch > 1) {
        this.#inBatch = this.#inBatch === this.#batchSize ? 0 : this.#inBatch;
        return due(this.#last);
      }
    }
    if (this.#times.left > 0) {
      this.#last = this.#times.next();
      return this.#last;
    }
    return due(undefined);
  }

  #generate(user: User): void {
    const { rate, durationSeconds } = this.#settings;
    this.#lastRate = rate;
    this.#inBatch = 0;
    this.#last = undefined;
    const count = Math.ceil((this.#batchSize > 1 ? rate / this.#batchSize : rate) * durationSeconds);
    if (count > 0x7fff_ffff) {
      throw new StopRequest('test', 'the timer would need more samples than there is memory for');
    }
    const span = { fromSecond: this.#generatedToSecond, seconds: durationSeconds };
    const { random, isSeeded } = this.#generator;
    this.#generatedToSecond += durationSeconds;
    if (!isSeeded) {
      this.#times = new SuccessiveTimes(count, span, random);
    } else if (!(count > maxSortedTimes)) {
      // Also NaN: no times.
      this.#times = new SortedTimes(count, span, random);
    } else {
      this.#waiting = [user];
      user.runner.waitFor(this.#draw(BucketedTimes.draw(count, span, random)));
    }
  }

  async #draw(times: Promise<ArrivalTimes>): Promise<void> {
    try {
      this.#times = await times;
    } catch (error) {
      this.#failure = error;
    }
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    for (const user of waiting) {
      // Users stopped meanwhile no longer wait.
      if (user.phase === 'delayed' && user.isRunning) {
        // The runner calls this timer again.
        user.timerAt -= 1;
        user.runner.wakeSoon(user);
      }
    }
  }
}

function due(second: number | undefined): number {
  if (second === undefined) {
    throw new Error('no sample is due in the period that the timer looks at');
  }
  return second;
}
