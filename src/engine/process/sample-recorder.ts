import { closeSync, openSync, writeSync } from 'node:fs';
import type { GeneratorReport } from '../../domain/generator.ts';
import { foldOverflow, frameCaps } from '../../metrics/caps.ts';
import type { OwnCount } from '../../metrics/frame-block.ts';
import { LabelStats, usualCode, wholeOrZero } from '../../metrics/label-stats.ts';
import { cleanText, maxLabelLength } from '../../metrics/text.ts';
import { encodeBlock } from '../../tool-process/block-codec.ts';
import type { Listener } from '../core.ts';
import type { Result } from '../state/result.ts';
import type { ErrorSamples } from './error-samples.ts';
import type { ResultsJtl } from './results-jtl.ts';

export interface SampleRecorderOptions {
  /** File to which blocks are appended; shared by several workers. */
  path: string;
  areSubResultsSaved: boolean;
  nowMs(): number;
  usersNow(): number;
  /** Called once a second; the report is written even without samples. */
  generator?(): GeneratorReport | undefined;
  jtl?: ResultsJtl | undefined;
  /** Keeps requests and responses of the first failures. */
  errors?: ErrorSamples | undefined;
  /** Index of the worker, and number of workers. */
  part?: { index: number; count: number };
}

interface Entry {
  label: string;
  stats: LabelStats;
}

/** An unfinished second; stats by the label as written in the plan. */
interface Second {
  users: number;
  firstStartedAtMs: number;
  byRawLabel: Map<string, Entry>;
}

/** JMeter's own limit of nested sub-results. */
const maxDepth = 10;
const tickMs = 200;
const ticksPerReport = 5;
/**
 * With fewer samples per tick, each is written before the user's next request: a killed engine loses only requests in
 * flight. With more, it also loses the samples since the last tick.
 */
const immediateSamplesPerTick = 50;

/** Aggregates every sample that JMeter would write to its results file per second, and appends the seconds to a file. */
export class SampleRecorder implements Listener {
  count = 0;
  isLost = false;
  onLost: (error: Error) => void = () => {};
  /** Service clock minus local clock; known when the run is released. */
  clockOffsetMs = 0;
  readonly #options: SampleRecorderOptions;
  readonly #file: number;
  readonly #seconds = new Map<number, Second>();
  #current: Second = newSecond();
  #currentSecond = -1;
  #timer: NodeJS.Timeout | undefined;
  #ticks = 0;
  #countAtTick = 0;
  #lastTickMs = 0;
  #isImmediate = true;
  #isReportDue = false;
  /** Blocks written from now on include the total sample count. */
  #isFinished = false;

  constructor(options: SampleRecorderOptions) {
    this.#options = options;
    this.#file = openSync(options.path, 'a', 0o644);
  }

  start(clockOffsetMs: number): void {
    this.clockOffsetMs = clockOffsetMs;
    this.#lastTickMs = this.#options.nowMs();
    this.#timer = setInterval(() => this.#tick(), tickMs);
  }

  sampleOccurred(result: Result): void {
    this.#record(result, 0);
    if (this.#isImmediate) {
      this.#isImmediate = this.#isBelowImmediateLimit();
      this.flush();
    }
  }

  /** Sub-results are counted as samples, as in the results file of JMeter 5.6. */
  #record(result: Result, depth: number): void {
    this.count += 1;
    const elapsedUs = microseconds(result.elapsedMs);
    const startedAtMs = result.startMs + this.clockOffsetMs;
    const endedAtMs = startedAtMs + elapsedUs / 1000;
    const second = this.#secondOf(endedAtMs);
    const { label, stats } = second.byRawLabel.get(result.label) ?? addEntry(second, result.label);
    const { isSuccess, lateMs } = result;
    const latencyUs = microseconds(result.latencyMs);
    const connectUs = microseconds(result.connectMs);
    const bytesIn = wholeOrZero(result.bytes);
    const bytesOut = wholeOrZero(result.sentBytes);
    if (lateMs < 0) {
      stats.add(isSuccess, elapsedUs, latencyUs, connectUs, bytesIn, bytesOut);
    } else {
      const lateUs = microseconds(lateMs);
      stats.addScheduled(isSuccess, elapsedUs, latencyUs, connectUs, bytesIn, bytesOut, lateUs);
    }
    if (!isSuccess) {
      stats.addFailure(result.code, result.failureMessage || result.message, label, endedAtMs);
      this.#options.errors?.add(result, label, startedAtMs);
    } else if (result.code !== usualCode) {
      stats.addPassedCode(result.code);
    }
    if (result.allUsers > second.users) {
      second.users = result.allUsers;
    }
    if (startedAtMs < second.firstStartedAtMs) {
      second.firstStartedAtMs = startedAtMs;
    }
    this.#options.jtl?.add(result);
    if (result.subResults !== undefined && this.#options.areSubResultsSaved && depth <= maxDepth) {
      for (const child of result.subResults) {
        this.#record(child, depth + 1);
      }
    }
  }

  #secondOf(endedAtMs: number): Second {
    const number = Math.floor(endedAtMs / 1000);
    if (number !== this.#currentSecond) {
      this.#current = this.#seconds.get(number) ?? newSecond();
      this.#currentSecond = number;
      this.#seconds.set(number, this.#current);
    }
    return this.#current;
  }

  #tick(): void {
    this.#ticks += 1;
    this.#isReportDue ||= this.#ticks % ticksPerReport === 0;
    this.#isImmediate = this.#isBelowImmediateLimit();
    this.#countAtTick = this.count;
    this.#lastTickMs = this.#options.nowMs();
    this.flush();
    // In a separate event-loop turn, to block users for less time.
    setImmediate(() => this.#options.jtl?.flush());
  }

  /** Scaled to the time since the last tick, because ticks are late on a busy machine. */
  #isBelowImmediateLimit(): boolean {
    const ticks = Math.max(1, (this.#options.nowMs() - this.#lastTickMs) / tickMs);
    return this.count - this.#countAtTick < immediateSamplesPerTick * ticks;
  }

  /** Appends all seconds in one write. Once a second a block is written even without samples. */
  flush(): void {
    if (this.isLost || (this.#seconds.size === 0 && !this.#isReportDue)) {
      return;
    }
    let generator = this.#isReportDue ? this.#options.generator?.() : undefined;
    this.#isReportDue = false;
    const usersNow = this.#options.usersNow();
    if (this.#seconds.size === 0) {
      if (!generator && !this.#isFinished) {
        return;
      }
      const nowS = Math.floor((this.#options.nowMs() + this.clockOffsetMs) / 1000);
      this.#seconds.set(nowS, { ...newSecond(), users: usersNow });
    }
    const blocks: Buffer[] = [];
    for (const [second, { users, firstStartedAtMs, byRawLabel }] of this.#seconds) {
      const labels = labelsOf(byRawLabel);
      foldOverflow(labels, frameCaps);
      const ownCount = this.#isFinished ? this.#ownCount() : undefined;
      blocks.push(encodeBlock({ second, users, labels, firstStartedAtMs, usersNow, generator, ownCount }));
      generator = undefined;
    }
    this.#seconds.clear();
    this.#currentSecond = -1;
    this.#append(Buffer.concat(blocks));
  }

  /** Counted independently of the block contents, for reconciliation. */
  #ownCount(): OwnCount {
    const { index, count } = this.#options.part ?? { index: 0, count: 1 };
    return { samples: this.count, part: index, parts: count };
  }

  /** Writes the last block, with a load report and the total sample count. */
  finish(): void {
    this.#isReportDue = true;
    this.#isFinished = true;
    this.flush();
  }

  #append(bytes: Buffer): void {
    try {
      for (let at = 0; at < bytes.length; ) {
        at += writeSync(this.#file, bytes, at);
      }
    } catch (error) {
      this.isLost = true;
      this.onLost(error as Error);
    }
  }

  close(): void {
    clearInterval(this.#timer);
    this.flush();
    this.#options.jtl?.flush();
    this.#options.jtl?.close();
    this.#options.errors?.close();
    closeSync(this.#file);
  }
}

function newSecond(): Second {
  return { users: 0, firstStartedAtMs: Number.POSITIVE_INFINITY, byRawLabel: new Map() };
}

function addEntry(second: Second, raw: string): Entry {
  const label = cleanText(raw, maxLabelLength);
  let entry: Entry | undefined;
  if (label !== raw) {
    entry = second.byRawLabel.get(label) ?? addEntry(second, label);
  }
  entry ??= { label, stats: new LabelStats() };
  second.byRawLabel.set(raw, entry);
  return entry;
}

function labelsOf(byRawLabel: ReadonlyMap<string, Entry>): Map<string, LabelStats> {
  const labels = new Map<string, LabelStats>();
  for (const { label, stats } of byRawLabel.values()) {
    labels.set(label, stats);
  }
  return labels;
}

const microseconds = (ms: number) => wholeOrZero(ms * 1000);
