import { type GeneratorLoad, type GeneratorReport, lagLimitMs } from '../../domain/generator.ts';
import { LagMeter } from '../users/lag-meter.ts';
import { type LoopTime, LoopTimes } from '../users/loop-times.ts';

const busyShare = 0.9;
const toleratedShare = 0.1;
/** Every run is busy while it warms up. */
const toleratedSeconds = 10;
/** And what it does in its first seconds says nothing about the rest. */
const warmUpSeconds = 3;
/** Unless there is hardly a rest. */
const minWarmSeconds = 0.5;
/** Of fewer waits the slowest is no sign of anything. */
const minWaits = 100;

/** What one worker noted of itself over the whole run. */
export interface LoadSummary {
  seconds: number;
  busySeconds: number;
  maxUsers: number;
  /** Whether the lag is of the whole run, because nobody had to wait after its first seconds. */
  includesStart: boolean;
  lagCount: number;
  lagP99Ms: number;
  lagMaxMs: number;
}

/** Notes second by second whether the engine itself was what held requests up. */
export class LoadWatch {
  #busySeconds = 0;
  #maxUsers = 0;
  readonly #users: () => number;
  readonly #lag: LagMeter;
  readonly #whole = new LoadInterval();
  readonly #warm = new LoadInterval();
  readonly #times: LoopTimes;

  constructor(users: () => number, lag: LagMeter = new LagMeter(), measure?: () => LoopTime) {
    this.#users = users;
    this.#lag = lag;
    this.#times = new LoopTimes(measure);
  }

  /** The run begins: what was before, at the barrier, is no part of it. */
  begin(): void {
    this.#times.next();
    this.#lag.clear();
  }

  /** To be called about once a second: how it was since the last call. */
  takeReport(): GeneratorReport {
    const { idle, active } = this.#times.next();
    // A second that was held up is looked at late, and counts for as long as it was.
    const seconds = (idle + active) / 1000;
    const share = seconds > 0 ? active / (idle + active) : 0;
    if (share > busyShare) {
      this.#busySeconds += seconds;
      this.#maxUsers = Math.max(this.#maxUsers, this.#users());
    }
    const latest = { lagP99Ms: this.#lag.p99Ms, lagMaxMs: this.#lag.maxMs, busyShare: share };
    this.#addWarm(seconds, share);
    this.#whole.add(seconds, active / 1000, this.#lag);
    this.#lag.clear();
    return this.#whole.lag.count > 0 || this.#isWarm ? { latest, run: this.#load } : { latest };
  }

  /** Of a stretch that was held up, or just happened to begin in the first seconds, only what is after them. */
  #addWarm(seconds: number, share: number): void {
    const coldSeconds = Math.max(0, warmUpSeconds - this.#whole.seconds);
    const warmSeconds = Math.max(0, seconds - coldSeconds);
    const isLagWarm = coldSeconds === 0 || warmSeconds >= minWarmSeconds;
    this.#warm.add(warmSeconds, warmSeconds * share, isLagWarm ? this.#lag : undefined);
  }

  get #load(): GeneratorLoad {
    if (!this.#isWarm) {
      return { ...this.#whole.load, includesStart: 'all' };
    }
    const { lagP99Ms, lagMaxMs } = this.#whole.load;
    return this.#isLagWarm
      ? this.#warm.load
      : { ...this.#warm.load, lagP99Ms, lagMaxMs, includesStart: 'lag' };
  }

  get #isWarm(): boolean {
    return this.#warm.seconds >= minWarmSeconds;
  }

  /** Users who never wait are late only once: when they begin. */
  get #isLagWarm(): boolean {
    return this.#isWarm && this.#warm.lag.count > 0;
  }

  get summary(): LoadSummary {
    const { count, p99Ms, maxMs } = (this.#isLagWarm ? this.#warm : this.#whole).lag;
    return {
      seconds: this.#whole.seconds,
      busySeconds: this.#busySeconds,
      maxUsers: this.#maxUsers,
      includesStart: !this.#isLagWarm,
      lagCount: count,
      lagP99Ms: p99Ms,
      lagMaxMs: maxMs,
    };
  }
}

/** A part of the run, summed up. */
class LoadInterval {
  seconds = 0;
  #activeSeconds = 0;
  readonly lag = new LagMeter();

  add(seconds: number, activeSeconds: number, lag: LagMeter | undefined): void {
    this.seconds += seconds;
    this.#activeSeconds += activeSeconds;
    lag?.addTo(this.lag);
  }

  get load(): GeneratorLoad {
    const busyShare = this.seconds > 0 ? this.#activeSeconds / this.seconds : 0;
    return { lagP99Ms: this.lag.p99Ms, lagMaxMs: this.lag.maxMs, busyShare };
  }
}

/** What the owner of the run has to know about its times, if anything; the worst of all workers speaks for them. */
export function loadWarnings(summaries: readonly LoadSummary[]): string[] {
  const warnings: string[] = [];
  const busiest = worst(summaries, ({ busySeconds }) => busySeconds);
  if (busiest && busiest.busySeconds > Math.max(toleratedSeconds, busiest.seconds * toleratedShare)) {
    warnings.push(
      `The engine was busier than ${busyShare * 100} % for ${Math.ceil(busiest.busySeconds)} of ${Math.ceil(busiest.seconds)} seconds, with up to ${busiest.maxUsers} users: response times may be its own and not the target's. Use fewer users on each node, or more nodes.`,
    );
  }
  const latest = worst(
    summaries.filter(({ includesStart, lagCount }) => !includesStart && lagCount >= minWaits),
    ({ lagP99Ms }) => lagP99Ms,
  );
  if (latest && latest.lagP99Ms > lagLimitMs) {
    warnings.push(
      `One in a hundred waits of users ended more than ${Math.round(latest.lagP99Ms)} ms late (at most ${Math.round(latest.lagMaxMs)} ms): the engine could not keep to the times of the plan, and sent less load than it asks for. Use fewer users on each node, or more nodes.`,
    );
  }
  return warnings;
}

/** How late users went on, for the log. */
export function lagSentence(summaries: readonly LoadSummary[]): string {
  const warm = summaries.filter(({ includesStart }) => !includesStart);
  const counted = warm.length > 0 ? warm : summaries;
  const p99Ms = Math.max(0, ...counted.map(({ lagP99Ms }) => lagP99Ms));
  const maxMs = Math.max(0, ...counted.map(({ lagMaxMs }) => lagMaxMs));
  const which = warm.length > 0 ? '' : ", the engine's start included";
  return `users were woken ${p99Ms.toFixed(1)} ms late at the 99th percentile, ${Math.round(maxMs)} ms at most${which}`;
}

function worst<T>(all: readonly T[], by: (each: T) => number): T | undefined {
  return all.reduce<T | undefined>(
    (most, each) => (most === undefined || by(each) > by(most) ? each : most),
    undefined,
  );
}
