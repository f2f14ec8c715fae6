import { type Caps, foldOverflow } from './caps.ts';
import type { Frame } from './frame.ts';
import type { FrameBlock } from './frame-block.ts';
import { LabelStats, wholeOrZero } from './label-stats.ts';
import type { Sample } from './sample.ts';
import { cleanText, maxLabelLength } from './text.ts';

export interface FrameBuilderInput {
  firstSeq: number;
  /** Service time minus the node's. */
  clockOffsetMs: number;
  /** Service time, epoch seconds. */
  nowS: number;
  /** Last known number of virtual users. */
  users: number;
  /** Start of the execution in service time; undefined: timestamps are not checked. */
  startedAtS?: number;
}

/** A second under construction. */
interface Second {
  users: number;
  labels: Map<string, LabelStats>;
  /** By raw label, so that each label is sanitized once. */
  byRawLabel: Map<string, { label: string; stats: LabelStats }>;
}

/** Maximum of PostgreSQL's integer. */
const maxSecond = 2 ** 31 - 1;
/** Tolerance for clock differences and late reads; samples further outside of the execution are invalid. */
const marginS = 60;
/** Longer gaps are not filled. */
const maxBridgedS = 60;

/** Builds frames from batches of samples. */
export class FrameBuilder {
  readonly #caps: Caps;
  #last: { second: number; users: number } | undefined;
  #moved = 0;

  constructor(caps: Caps) {
    this.#caps = caps;
  }

  /** Number of samples with an invalid timestamp, moved to the nearest second of the execution. */
  get moved(): number {
    return this.#moved;
  }

  /**
   * One frame per second in which a sample ended or a block exists, in order; without samples, one frame without labels.
   * Gaps since earlier batches are filled with frames that contain only the number of users.
   */
  build(
    samples: readonly Sample[],
    input: FrameBuilderInput,
    blocks: readonly Omit<FrameBlock, 'samples'>[] = [],
  ): Frame[] {
    const seconds = this.#group(samples, input);
    for (const block of blocks)
      addBlock(seconds, block, this.#possible(block.second, input, samplesOf(block)));
    if (seconds.size === 0) seconds.set(clampSecond(input.nowS), newSecond(wholeOrZero(input.users)));
    this.#bridge(seconds);
    const ordered = [...seconds].sort(([one], [other]) => one - other);
    return ordered.map(([second, { users, labels }], at) => {
      foldOverflow(labels, this.#caps);
      return { seq: input.firstSeq + at, second, users, labels };
    });
  }

  #group(samples: readonly Sample[], input: FrameBuilderInput): Map<number, Second> {
    const seconds = new Map<number, Second>();
    let current: Second | undefined;
    let currentSecond = -1;
    for (const sample of samples) {
      const writtenAtMs = sample.startedAtMs + wholeOrZero(sample.elapsedUs) / 1000 + input.clockOffsetMs;
      const written = Math.floor(writtenAtMs / 1000);
      const second = this.#possible(written, input, 1);
      const endedAtMs = second === written ? writtenAtMs : second * 1000;
      if (current === undefined || second !== currentSecond) {
        current = seconds.get(second) ?? newSecond(0);
        currentSecond = second;
        seconds.set(second, current);
      }
      add(current, sample, endedAtMs);
    }
    return seconds;
  }

  /** The second, or the nearest one of the execution if it is invalid. */
  #possible(second: number, { startedAtS, nowS }: FrameBuilderInput, samples: number): number {
    const [least, most] = startedAtS === undefined ? [0, maxSecond] : [startedAtS - marginS, nowS + marginS];
    if (second >= least && second <= most) return second;
    this.#moved += samples;
    if (startedAtS === undefined) return clampSecond(Number.isFinite(second) ? second : nowS);
    return clampSecond(second < least ? startedAtS : nowS);
  }

  #bridge(seconds: Map<number, Second>): void {
    const before = this.#last;
    const lastSecond = seconds.keys().reduce((last, second) => Math.max(last, second), 0);
    if (before !== undefined && lastSecond - before.second <= maxBridgedS) {
      let users = before.users;
      for (let second = before.second + 1; second <= lastSecond; second++) {
        const known = seconds.get(second);
        if (known === undefined) seconds.set(second, newSecond(users));
        else users = known.users;
      }
    }
    if (before === undefined || lastSecond >= before.second) {
      this.#last = { second: lastSecond, users: seconds.get(lastSecond)?.users ?? 0 };
    }
  }
}

function newSecond(users: number): Second {
  return { users, labels: new Map(), byRawLabel: new Map() };
}

function add(second: Second, sample: Sample, endedAtMs: number): void {
  let entry = second.byRawLabel.get(sample.label);
  if (entry === undefined) {
    const label = cleanText(sample.label, maxLabelLength);
    const stats = second.labels.get(label) ?? new LabelStats();
    entry = { label, stats };
    second.labels.set(label, stats);
    second.byRawLabel.set(sample.label, entry);
  }
  entry.stats.record(sample, entry.label, endedAtMs);
  if (sample.users > second.users) second.users = wholeOrZero(sample.users);
}

/** Merges a block; exact, because blocks use the same statistics. */
function addBlock(seconds: Map<number, Second>, block: Omit<FrameBlock, 'samples'>, second: number): void {
  let known = seconds.get(second);
  if (known === undefined) {
    known = newSecond(0);
    seconds.set(second, known);
  }
  for (const [label, stats] of block.labels) {
    const before = known.labels.get(label);
    if (before) before.merge(stats);
    else known.labels.set(label, stats);
  }
  known.users = Math.max(known.users, wholeOrZero(block.users));
}

function samplesOf({ labels }: Omit<FrameBlock, 'samples'>): number {
  return labels.values().reduce((sum, { count }) => sum + count, 0);
}

function clampSecond(second: number): number {
  return Math.min(Math.max(Math.floor(second), 0), maxSecond);
}
