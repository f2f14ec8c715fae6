import { type GeneratorLoad, type GeneratorReport, lagLimitMs } from '../../domain/generator.ts';
import { threadProcessorMs } from '../../lib/thread-processor-ms.ts';
import { LagMeter } from '../time/lag-meter.ts';
import { type LoopTime, LoopTimes } from '../time/loop-times.ts';

const busyShare = 0.9;
const toleratedShare = 0.1;
/** With less of a processor while it is busy, a thread's own work is not what delays it. */
const minProcessorShare = 0.5;
/** Busy seconds allowed in every run, because each one warms up. */
const toleratedSeconds = 10;
/** The first seconds are excluded from the figures of the run. */
const warmUpSeconds = 3;
/** With less time after the warm-up, the whole run counts. */
const minWarmSeconds = 0.5;
/** With fewer waits the 99th percentile is not significant. */
const minWaits = 100;

/** Load figures of one worker over the whole run. */
export interface LoadSummary {
  seconds: number;
  busySeconds: number;
  /** Share of time in which the event loop was busy, 0 to 1. */
  busyShare: number;
  /** Processor time divided by the time in which the event loop was busy. */
  processorShare: number;
  maxUsers: number;
  /** The lag includes the warm-up, because no user waited after it. */
  includesStart: boolean;
  lagCount: number;
  lagP50Ms: number;
  lagP99Ms: number;
  lagMaxMs: number;
}

/** Load figures of one worker, with the number of its samples. */
export interface WorkerLoad extends LoadSummary {
  samples: number;
}

/** Totals of the thread since it started. */
interface LoadMeasures {
  loop?: () => LoopTime;
  processorMs?: () => number;
}

/** Measures each second whether the engine itself delayed requests. */
export class LoadWatch {
  #busySeconds = 0;
  #processorSeconds = 0;
  #maxUsers = 0;
  readonly #users: () => number;
  readonly #lag: LagMeter;
  readonly #whole = new LoadInterval();
  readonly #warm = new LoadInterval();
  readonly #times: LoopTimes;
  readonly #measureProcessorMs: () => number;
  #processorMs: number;

  constructor(
    users: () => number,
    lag: LagMeter = new LagMeter(),
    { loop, processorMs = threadProcessorMs }: LoadMeasures = {},
  ) {
    this.#users = users;
    this.#lag = lag;
    this.#times = new LoopTimes(loop);
    this.#measureProcessorMs = processorMs;
    this.#processorMs = processorMs();
  }

  /** Starts the measurement; excludes the wait at the start barrier. */
  begin(): void {
    this.#times.next();
    this.#nextProcessorSeconds();
    this.#lag.clear();
  }

  /** Load since the previous call; call it about once a second. */
  takeReport(): GeneratorReport {
    const { idle, active } = this.#times.next();
    // A delayed call covers more than one second.
    const seconds = (idle + active) / 1000;
    const share = seconds > 0 ? active / (idle + active) : 0;
    this.#processorSeconds += this.#nextProcessorSeconds();
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

  /** Processor time since the previous call. */
  #nextProcessorSeconds(): number {
    const last = this.#processorMs;
    this.#processorMs = this.#measureProcessorMs();
    return (this.#processorMs - last) / 1000;
  }

  /** Adds the part of an interval that is after the warm-up. */
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

  /** Users without waits are only ever late at their start, which is in the warm-up. */
  get #isLagWarm(): boolean {
    return this.#isWarm && this.#warm.lag.count > 0;
  }

  get summary(): LoadSummary {
    const { count, p50Ms, p99Ms, maxMs } = (this.#isLagWarm ? this.#warm : this.#whole).lag;
    return {
      seconds: this.#whole.seconds,
      busySeconds: this.#busySeconds,
      busyShare: (this.#isWarm ? this.#warm : this.#whole).load.busyShare,
      processorShare: this.#processorSeconds / (this.#whole.activeSeconds || 1),
      maxUsers: this.#maxUsers,
      includesStart: !this.#isLagWarm,
      lagCount: count,
      lagP50Ms: p50Ms,
      lagP99Ms: p99Ms,
      lagMaxMs: maxMs,
    };
  }
}

/** Summed figures of a part of the run. */
class LoadInterval {
  seconds = 0;
  activeSeconds = 0;
  readonly lag = new LagMeter();

  add(seconds: number, activeSeconds: number, lag: LagMeter | undefined): void {
    this.seconds += seconds;
    this.activeSeconds += activeSeconds;
    lag?.addTo(this.lag);
  }

  get load(): GeneratorLoad {
    const busyShare = this.seconds > 0 ? this.activeSeconds / this.seconds : 0;
    return { lagP99Ms: this.lag.p99Ms, lagMaxMs: this.lag.maxMs, busyShare };
  }
}

/** Warnings about the accuracy of the results, from the worst worker. */
export function loadWarnings(summaries: readonly LoadSummary[]): string[] {
  const warnings: string[] = [];
  const busiest = worst(summaries, ({ busySeconds }) => busySeconds);
  if (busiest && busiest.busySeconds > Math.max(toleratedSeconds, busiest.seconds * toleratedShare)) {
    warnings.push(
      `Generator saturation: the engine was more than ${busyShare * 100} % busy for ${Math.ceil(busiest.busySeconds)} of ${Math.ceil(busiest.seconds)} seconds, with up to ${busiest.maxUsers} users. Response times may include its own delays. ${advice(busiest)}`,
    );
  }
  const latest = worst(
    summaries.filter(({ includesStart, lagCount }) => !includesStart && lagCount >= minWaits),
    ({ lagP99Ms }) => lagP99Ms,
  );
  if (latest && latest.lagP99Ms > lagLimitMs) {
    warnings.push(
      `Schedule lag: p99 ${Math.round(latest.lagP99Ms)} ms, maximum ${Math.round(latest.lagMaxMs)} ms. The engine could not keep to the schedule of the plan and sent less load than planned. ${advice(latest)}`,
    );
  }
  return warnings;
}

function advice({ processorShare }: LoadSummary): string {
  return processorShare < minProcessorShare
    ? `While it was busy, it had a processor for only ${Math.round(processorShare * 100)} % of the time, and waited otherwise: for other programs, for the host of the machine, or for a disk. Move other programs off the node, give it more processors, or use more nodes.`
    : 'Use fewer users per node, or more nodes.';
}

/** Schedule lag for the log. */
export function lagSentence(summaries: readonly LoadSummary[]): string {
  const warm = summaries.filter(({ includesStart }) => !includesStart);
  const counted = warm.length > 0 ? warm : summaries;
  const p99Ms = Math.max(0, ...counted.map(({ lagP99Ms }) => lagP99Ms));
  const maxMs = Math.max(0, ...counted.map(({ lagMaxMs }) => lagMaxMs));
  const which = warm.length > 0 ? '' : ', including the warm-up';
  return `schedule lag p99 ${p99Ms.toFixed(1)} ms, maximum ${Math.round(maxMs)} ms${which}`;
}

/** Throughput and lag of each thread, for the log. */
export const threadSentences = (loads: readonly WorkerLoad[]): string[] =>
  loads.map(
    (load, index) =>
      `Thread ${index + 1} of ${loads.length}: ${load.samples} samples in ${load.seconds.toFixed(1)} s, ${Math.round(load.busyShare * 100)} % busy, schedule lag p50 ${load.lagP50Ms.toFixed(1)} ms, p99 ${load.lagP99Ms.toFixed(1)} ms, maximum ${Math.round(load.lagMaxMs)} ms`,
  );

function worst<T>(all: readonly T[], by: (each: T) => number): T | undefined {
  return all.reduce<T | undefined>(
    (most, each) => (most === undefined || by(each) > by(most) ? each : most),
    undefined,
  );
}
