import { parseJavaDouble } from '../../languages/java/java-double.ts';
import { JavaRandom } from '../../languages/java/java-random.ts';
import { parseInteger, parseLong } from '../../languages/java/numbers.ts';
import { type ElementCompiler, type GroupRun, StopRequest } from '../core.ts';
import { type ArrivalTimes, noTimes, SortedTimes, SuccessiveTimes } from './arrival-times.ts';

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
        const settings = user.stateOf(key, (): Settings => ({ rate: 0, durationSeconds: 0, batchSize: 0 }));
        const seconds = parseInteger(period.evaluate(user)) ?? 0;
        settings.rate = (parseJavaDouble(throughput.evaluate(user)) ?? 0) / seconds;
        settings.durationSeconds = parseLong(duration.evaluate(user)) ?? 0;
        settings.batchSize = parseInteger(batchSize.evaluate(user)) ?? 0;
        let arrivals = schedules.groups.get(user.group);
        if (!arrivals) {
          arrivals = new Arrivals(settings, generator(seed.evaluate(user), context.environment.random));
          schedules.groups.set(user.group, arrivals);
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

  constructor(settings: Settings, generator: Generator) {
    this.#settings = settings;
    this.#generator = generator;
    this.#batchSize = settings.batchSize;
  }

  /** Time of the next sample, in seconds after the start of the test. */
  next(): number {
    const isUsedUp = this.#inBatch === 0 && this.#times.left === 0;
    // NaN takes the same branch as in JMeter.
    const isSameRate = Math.abs(this.#settings.rate - this.#lastRate) < 0.00001;
    if (isUsedUp || !isSameRate) {
      this.#generate();
    }
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

  #generate(): void {
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
    this.#times = isSeeded ? new SortedTimes(count, span, random) : new SuccessiveTimes(count, span, random);
    this.#generatedToSecond += durationSeconds;
  }
}

function due(second: number | undefined): number {
  if (second === undefined) {
    throw new Error('no sample is due in the period that the timer looks at');
  }
  return second;
}
