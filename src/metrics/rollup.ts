import { ByteReader, ByteWriter } from './bytes.ts';
import { CappedLabels, type Caps } from './caps.ts';
import type { Frame } from './frame.ts';
import { addLabels, readLabels, readSomeLabels, writeLabels } from './label-codec.ts';
import type { LabelStats } from './label-stats.ts';
import { pack, unpack } from './packing.ts';
import { type Peak, PeakFinder, peakOf } from './peak.ts';

/** Everything that a run, or one grid of it, measured in an interval. */
export interface Rollup {
  startS: number;
  /** 1, 15 or 300; 0 for the whole run. */
  spanS: number;
  labels: Map<string, LabelStats>;
  users: UserFigures;
  /** The first and last second in which a sample ended; null without samples. */
  firstSecond: number | null;
  lastSecond: number | null;
  peak: Peak;
}

/** Users are summed over executions within a second. */
interface UserFigures {
  /** The most users in any second. */
  max: number;
  /** The users of each second added up, and the seconds that had users or samples: their quotient is the mean. */
  userSeconds: number;
  activeSeconds: number;
}

const maxUnpackedBytes = 512 * 1024 * 1024;

export function emptyRollup(startS: number, spanS: number): Rollup {
  return {
    startS,
    spanS,
    labels: new Map(),
    users: { max: 0, userSeconds: 0, activeSeconds: 0 },
    firstSecond: null,
    lastSecond: null,
    peak: { total: 0, labels: new Map() },
  };
}

/** One second from the frames of all executions that belong together. */
export function rollUpFrames(
  startS: number,
  framesByExecution: Iterable<{ executionId: string; frame: Frame }>,
  caps: Caps,
): Rollup {
  const labels = new CappedLabels(caps);
  const usersByExecution = new Map<string, number>();
  for (const { executionId, frame } of framesByExecution) {
    for (const [label, stats] of frame.labels) labels.add(label, stats);
    usersByExecution.set(executionId, Math.max(usersByExecution.get(executionId) ?? 0, frame.users));
  }
  const rollup = emptyRollup(startS, 1);
  rollup.labels = labels.finish();
  rollup.peak = peakOf(rollup.labels);
  if (rollup.peak.total > 0) rollup.firstSecond = rollup.lastSecond = startS;
  const users = usersByExecution.values().reduce((sum, each) => sum + each, 0);
  const isActive = users > 0 || rollup.peak.total > 0;
  rollup.users = { max: users, userSeconds: users, activeSeconds: isActive ? 1 : 0 };
  return rollup;
}

/** Several intervals, in any order and of any length but none overlapping, as one. */
export function mergeRollups(
  rollups: Iterable<Rollup>,
  interval: { startS: number; spanS: number },
  caps: Caps,
): Rollup {
  const merger = new RollupMerger(interval, caps);
  for (const rollup of rollups) merger.add(rollup);
  return merger.finish();
}

/** Merges intervals as they come, so that memory follows what is different in them and not their number. */
export class RollupMerger {
  readonly #merged: Rollup;
  readonly #labels: CappedLabels;
  readonly #peak = new PeakFinder();

  constructor(interval: { startS: number; spanS: number }, caps: Caps) {
    this.#merged = emptyRollup(interval.startS, interval.spanS);
    this.#labels = new CappedLabels(caps);
  }

  add(rollup: Rollup): void {
    for (const [label, stats] of rollup.labels) this.#labels.add(label, stats);
    this.#addRest(rollup);
  }

  /** Adds what encodeRollup wrote; several times quicker than decoding it first. */
  addEncoded(payload: Uint8Array): void {
    const rollup = decode(payload, (reader) => ({
      labels: new Map(),
      names: addLabels(reader, (label, work) => this.#labels.change(label, work)),
      hasPeakOf: () => true,
    }));
    this.#addRest(rollup);
  }

  finish(): Rollup {
    this.#merged.labels = this.#labels.finish();
    this.#merged.peak = this.#peak.finish(this.#merged.labels);
    return this.#merged;
  }

  #addRest(rollup: Rollup): void {
    const merged = this.#merged;
    addUsers(merged.users, rollup.users);
    merged.firstSecond = pick(Math.min, merged.firstSecond, rollup.firstSecond);
    merged.lastSecond = pick(Math.max, merged.lastSecond, rollup.lastSecond);
    this.#peak.add(rollup);
  }
}

export function encodeRollup(rollup: Rollup): Buffer {
  const writer = new ByteWriter(16 * 1024);
  writer.varint(rollup.startS);
  writer.varint(rollup.spanS);
  writer.varint(rollup.users.max);
  writer.varint(rollup.users.userSeconds);
  writer.varint(rollup.users.activeSeconds);
  writer.varint(rollup.firstSecond === null ? 0 : rollup.firstSecond + 1);
  writer.varint(rollup.lastSecond === null ? 0 : rollup.lastSecond + 1);
  writeLabels(writer, rollup.labels);
  writer.varint(rollup.peak.total);
  for (const label of rollup.labels.keys()) writer.varint(rollup.peak.labels.get(label) ?? 0);
  return pack(writer.bytes());
}

/** Throws on whatever encodeRollup did not write. `isWanted` leaves other labels out, which is several times quicker. */
export function decodeRollup(payload: Uint8Array, isWanted?: (label: string) => boolean): Rollup {
  return decode(payload, (reader) => {
    const some = isWanted && readSomeLabels(reader, isWanted);
    const labels = some?.labels ?? readLabels(reader);
    return { labels, names: some?.names ?? labels.keys(), hasPeakOf: (label) => labels.has(label) };
  });
}

/** What became of the labels: those that were read, and all that are there, in order. */
interface LabelsRead {
  labels: Map<string, LabelStats>;
  names: Iterable<string>;
  hasPeakOf(label: string): boolean;
}

function decode(payload: Uint8Array, takeLabels: (reader: ByteReader) => LabelsRead): Rollup {
  try {
    const reader = new ByteReader(unpack(payload, maxUnpackedBytes));
    const rollup = emptyRollup(reader.varint(), reader.varint());
    rollup.users = {
      max: reader.varint(),
      userSeconds: reader.varint(),
      activeSeconds: reader.varint(),
    };
    rollup.firstSecond = secondOrNull(reader.varint());
    rollup.lastSecond = secondOrNull(reader.varint());
    const { labels, names, hasPeakOf } = takeLabels(reader);
    rollup.labels = labels;
    rollup.peak.total = reader.varint();
    for (const label of names) {
      const peak = reader.varint();
      if (hasPeakOf(label)) rollup.peak.labels.set(label, peak);
    }
    reader.end();
    return rollup;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`A roll-up cannot be read: ${reason}`, { cause: error });
  }
}

function secondOrNull(written: number): number | null {
  return written === 0 ? null : written - 1;
}

function addUsers(sum: UserFigures, more: UserFigures): void {
  sum.max = Math.max(sum.max, more.max);
  sum.userSeconds += more.userSeconds;
  sum.activeSeconds += more.activeSeconds;
}

function pick(choose: (...all: number[]) => number, one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return choose(one, other);
}
