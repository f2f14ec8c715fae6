import { performance } from 'node:perf_hooks';
import { type GeneratorReport, lagLimitMs } from '../../domain/generator.ts';
import { LagMeter } from '../users/lag-meter.ts';

const busyShare = 0.9;
const tolerated = 0.1;
/** Every run is busy while it warms up. */
const toleratedSeconds = 10;
/** And what it does in its first seconds says nothing about the rest. */
const warmUpSeconds = 3;
/** Of fewer waits the slowest is no sign of anything. */
const fewWaits = 100;

interface LoopTimes {
  idle: number;
  active: number;
}

/** What one worker noted of itself over the whole run. */
export interface LoadSummary {
  seconds: number;
  busySeconds: number;
  mostUsers: number;
  lagCount: number;
  lagP99Ms: number;
  lagMaxMs: number;
}

/** Notes second by second whether the engine itself was what held requests up. */
export class LoadWatch {
  #seconds = 0;
  #busySeconds = 0;
  /** Of the time after the warm-up. */
  #warmSeconds = 0;
  #activeSeconds = 0;
  #mostUsers = 0;
  /** Milliseconds of the event loop so far. */
  #last: LoopTimes;
  readonly #users: () => number;
  readonly #lag: LagMeter;
  readonly #lagOfRun = new LagMeter();
  readonly #measure: () => LoopTimes;

  constructor(
    users: () => number,
    lag: LagMeter = new LagMeter(),
    measure: () => LoopTimes = () => performance.eventLoopUtilization(),
  ) {
    this.#users = users;
    this.#lag = lag;
    this.#measure = measure;
    this.#last = measure();
  }

  /** To be called about once a second: how it was since the last call. */
  look(): GeneratorReport {
    const now = this.#measure();
    const idle = now.idle - this.#last.idle;
    const active = now.active - this.#last.active;
    this.#last = now;
    // A second that was held up is looked at late, and counts for as long as it was.
    const seconds = (idle + active) / 1000;
    const share = seconds > 0 ? active / (idle + active) : 0;
    this.#seconds += seconds;
    if (share > busyShare) {
      this.#busySeconds += seconds;
      this.#mostUsers = Math.max(this.#mostUsers, this.#users());
    }
    const wasWarm = this.#seconds - seconds >= warmUpSeconds;
    const latest = { lagP99Ms: this.#lag.p99Ms, lagMaxMs: this.#lag.maxMs, busyShare: share };
    this.#lag.moveTo(wasWarm ? this.#lagOfRun : new LagMeter());
    if (!wasWarm || seconds <= 0) {
      return { latest };
    }
    this.#warmSeconds += seconds;
    this.#activeSeconds += active / 1000;
    const { p99Ms: lagP99Ms, maxMs: lagMaxMs } = this.#lagOfRun;
    return { latest, run: { lagP99Ms, lagMaxMs, busyShare: this.#activeSeconds / this.#warmSeconds } };
  }

  get summary(): LoadSummary {
    const { count, p99Ms, maxMs } = this.#lagOfRun;
    return {
      seconds: this.#seconds,
      busySeconds: this.#busySeconds,
      mostUsers: this.#mostUsers,
      lagCount: count,
      lagP99Ms: p99Ms,
      lagMaxMs: maxMs,
    };
  }
}

/** What the owner of the run has to know about its times, if anything; the worst of all workers speaks for them. */
export function loadWarnings(summaries: readonly LoadSummary[]): string[] {
  const warnings: string[] = [];
  const busiest = worst(summaries, ({ busySeconds }) => busySeconds);
  if (busiest && busiest.busySeconds > Math.max(toleratedSeconds, busiest.seconds * tolerated)) {
    warnings.push(
      `The engine was busier than ${busyShare * 100} % for ${Math.ceil(busiest.busySeconds)} of ${Math.ceil(busiest.seconds)} seconds, with up to ${busiest.mostUsers} users: response times may be its own and not the target's. Use fewer users on each node, or more nodes.`,
    );
  }
  const latest = worst(
    summaries.filter(({ lagCount }) => lagCount >= fewWaits),
    ({ lagP99Ms }) => lagP99Ms,
  );
  if (latest && latest.lagP99Ms > lagLimitMs) {
    warnings.push(
      `One in a hundred waits of users ended more than ${Math.round(latest.lagP99Ms)} ms late (at most ${Math.round(latest.lagMaxMs)} ms): the engine could not keep to the times of the plan, and sent less load than it asks for. Use fewer users on each node, or more nodes.`,
    );
  }
  return warnings;
}

function worst<T>(all: readonly T[], by: (each: T) => number): T | undefined {
  return all.reduce<T | undefined>(
    (most, each) => (most === undefined || by(each) > by(most) ? each : most),
    undefined,
  );
}
