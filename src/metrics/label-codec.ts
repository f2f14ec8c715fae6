import type { ByteReader, ByteWriter } from './bytes.ts';
import { addCodesAt, type CodesPlace } from './code-codec.ts';
import { Histogram, type Place } from './histogram.ts';
import { maxValueUs } from './histogram-layout.ts';
import { IntendedTimes } from './intended-times.ts';
import { LabelStats } from './label-stats.ts';
import { cleanText, maxCodeLength, maxLabelLength, maxMessageLength } from './text.ts';
import { TextCache } from './text-cache.ts';
import type { TimeStats } from './time-stats.ts';

/** Minimum encoded size of a label (name, two histograms, six sums, errors) and of an error. */
const minLabelBytes = 10;
const minErrorBytes = 5;

export function writeLabels(writer: ByteWriter, labels: ReadonlyMap<string, LabelStats>): void {
  writer.varint(labels.size);
  for (const [label, stats] of labels) {
    writer.text(label);
    writeStats(writer, stats);
  }
}

/** Objects that the reader reuses from earlier frames. */
export interface LabelPool {
  /** By length limit. */
  texts: Map<number, TextCache>;
  /** By position. */
  stats: LabelStats[];
}

export function createLabelPool(): LabelPool {
  const limits = [maxLabelLength, maxCodeLength, maxMessageLength];
  return { texts: new Map(limits.map((limit) => [limit, new TextCache()])), stats: [] };
}

/** Throws above the limits before allocating. With a pool, the statistics are valid until the next call with it. */
export function readLabels(
  reader: ByteReader,
  maxLabels: number,
  maxErrors: number,
  pool?: LabelPool,
): Map<string, LabelStats> {
  const labels = new Map<string, LabelStats>();
  const size = reader.count(minLabelBytes, 'the number of labels');
  if (size > maxLabels) throw new Error(`it has ${size} labels, more than ${maxLabels}`);
  let errorsLeft = maxErrors;
  for (let at = 0; at < size; at++) {
    const label = readText(reader, maxLabelLength, pool);
    if (labels.has(label)) throw new Error('duplicate label');
    const stats = readStats(reader, errorsLeft, pool, at);
    errorsLeft -= stats.errors.size;
    labels.set(label, stats);
  }
  return labels;
}

function readText(reader: ByteReader, maxLength: number, pool: LabelPool | undefined): string {
  const cache = pool?.texts.get(maxLength);
  const known = cache && reader.knownText(cache);
  if (known !== undefined) return known;
  const encoded = reader.text();
  const text = cleanText(encoded, maxLength);
  cache?.add(encoded, text);
  return text;
}

/** Decodes only some labels, which is several times faster; `names` are all labels in order. */
export function readSomeLabels(
  reader: ByteReader,
  isWanted: (label: string) => boolean,
): { names: string[]; labels: Map<string, LabelStats> } {
  const labels = new Map<string, LabelStats>();
  const names: string[] = [];
  const size = reader.count(minLabelBytes, 'the number of labels');
  for (let at = 0; at < size; at++) {
    const label = cleanText(reader.text(), maxLabelLength);
    names.push(label);
    if (isWanted(label)) labels.set(label, readStats(reader));
    else skipStats(reader);
  }
  return { names, labels };
}

function skipStats(reader: ByteReader): void {
  const count = Histogram.skip(reader) + Histogram.skip(reader);
  const sums = count > 0 ? 8 : 6;
  for (let at = 0; at < sums; at++) reader.skipVarint();
  const errors = reader.count(minErrorBytes, 'the number of errors');
  for (let at = 0; at < errors; at++) {
    reader.skipText();
    reader.skipText();
    reader.skipVarint();
    reader.skipText();
    reader.skipVarint();
  }
}

export function writeStats(writer: ByteWriter, stats: LabelStats): void {
  stats.passedHistogram.writeTo(writer);
  stats.failedHistogram.writeTo(writer);
  writer.varint(stats.bytesIn);
  writer.varint(stats.bytesOut);
  writer.varint(stats.latencySumUs);
  writer.varint(stats.connectSumUs);
  writer.varint(stats.sumUs);
  writer.varint(stats.sumSquares);
  if (stats.count > 0) {
    writer.varint(stats.minUs);
    writer.varint(stats.maxUs - stats.minUs);
  }
  writer.varint(stats.errors.size);
  for (const error of stats.errors.values()) {
    writer.text(error.code);
    writer.text(error.message);
    writer.varint(error.count);
    writer.text(error.example.label);
    writer.varint(error.example.atMs);
  }
}

/** With a pool, reuses the statistics at `place`. */
export function readStats(
  reader: ByteReader,
  maxErrors = Number.POSITIVE_INFINITY,
  pool?: LabelPool,
  place = 0,
): LabelStats {
  const stats = pool?.stats[place] ?? new LabelStats();
  if (pool) {
    pool.stats[place] = stats;
    stats.clearSums();
  }
  stats.passedHistogram.read(reader);
  stats.failedHistogram.read(reader);
  addRest(reader, stats, stats.count, stats.failed, maxErrors, pool);
  return stats;
}

/**
 * Merges encoded statistics, several times faster than decoding and merging. Returns the passed samples of each place.
 */
function addStats(places: readonly Place[], stats: LabelStats): number[] {
  const counts = new Array<number>(places.length).fill(0);
  const failed = new Array<number>(places.length).fill(0);
  stats.passedHistogram.addAll(places, (place, count) => {
    counts[place] = count;
  });
  stats.failedHistogram.addAll(places, (place, count) => {
    counts[place]! += count;
    failed[place] = count;
  });
  for (const [number, place] of places.entries()) {
    place.reader.at = place.at;
    addRest(place.reader, stats, counts[number]!, failed[number]!);
    place.at = place.reader.at;
  }
  return counts.map((count, place) => count - failed[place]!);
}

/** Minimum encoded size of times from the intended start: two histograms, two sums, a count. */
const minIntendedBytes = 5;

/** After `writeLabels`: the times from the intended start of labels that have them, by position. */
export function writeIntendedOf(writer: ByteWriter, labels: ReadonlyMap<string, LabelStats>): void {
  const entries = [...labels.values()].flatMap(({ intended }, at) => (intended ? [{ at, intended }] : []));
  writer.varint(entries.length);
  for (const { at, intended } of entries) {
    writer.varint(at);
    writeIntended(writer, intended);
  }
}

/** Absent in frames of earlier versions. */
export function readIntendedOf(reader: ByteReader, labels: ReadonlyMap<string, LabelStats>): void {
  if (reader.remaining === 0) return;
  const all = [...labels.values()];
  const size = reader.count(minIntendedBytes, 'the number of labels with an intended start');
  for (let number = 0; number < size; number++) {
    const stats = all[reader.varint()];
    if (!stats || stats.intended) throw new Error('a label with an intended start is unknown or repeated');
    stats.intended = readIntended(reader, stats);
  }
}

export function writeIntended(writer: ByteWriter, times: IntendedTimes): void {
  times.passedHistogram.writeTo(writer);
  times.failedHistogram.writeTo(writer);
  writer.varint(times.sumUs);
  writer.varint(times.sumSquares);
  if (times.count > 0) {
    writer.varint(times.minUs);
    writer.varint(times.maxUs - times.minUs);
  }
  writer.varint(times.scheduled);
}

/** `measured` has the same samples. */
export function readIntended(reader: ByteReader, measured: TimeStats): IntendedTimes {
  const times = readAnyIntended(reader);
  if (times.passed !== measured.passed || times.failed !== measured.failed)
    throw new Error('there are not as many times from the intended start as samples');
  return times;
}

function readAnyIntended(reader: ByteReader): IntendedTimes {
  const times = new IntendedTimes();
  times.passedHistogram = Histogram.readFrom(reader);
  times.failedHistogram = Histogram.readFrom(reader);
  times.sumUs = reader.varint();
  times.sumSquares = reader.varint();
  if (times.count > 0) addExtremes(reader, times);
  times.scheduled = reader.varintUpTo(times.count, 'the number of samples with an intended start');
  return times;
}

/** Position of encoded statistics, of their times from the intended start if they have any, and of their codes. */
export interface StatsPlace extends Place {
  intended?: Place;
  codes: CodesPlace;
}

/** Merges encoded statistics with those times and codes. */
export function addEncodedStats(places: readonly StatsPlace[], stats: LabelStats): void {
  const passed = addStatsWithIntended(places, stats);
  const codes = places.map((place) => place.codes);
  if (codes.some((each) => each !== undefined)) addCodesAt(codes, passed, stats);
}

function addStatsWithIntended(places: readonly StatsPlace[], stats: LabelStats): number[] {
  if (!stats.intended && !places.some(({ intended }) => intended)) return addStats(places, stats);
  // Before the measured times change.
  const intendedTimes = stats.intendedTimes();
  const starts = places.map(({ at }) => at);
  const passed = addStats(places, stats);
  for (const [number, { reader, intended }] of places.entries()) {
    reader.at = intended?.at ?? starts[number]!;
    if (!intended) {
      intendedTimes.mergeOf(readStats(reader));
      continue;
    }
    const times = readAnyIntended(reader);
    intendedTimes.mergeTimes(times);
    intendedTimes.scheduled += times.scheduled;
    intended.at = reader.at;
  }
  if (intendedTimes.passed !== stats.passed || intendedTimes.failed !== stats.failed)
    throw new Error('there are not as many times from the intended start as samples');
  return passed;
}

/** Reads the sums and errors that follow the histograms. */
function addRest(
  reader: ByteReader,
  stats: LabelStats,
  count: number,
  failed: number,
  maxErrors = Number.POSITIVE_INFINITY,
  pool?: LabelPool,
): void {
  stats.bytesIn += reader.varint();
  stats.bytesOut += reader.varint();
  stats.latencySumUs += reader.varint();
  stats.connectSumUs += reader.varint();
  stats.sumUs += reader.varint();
  stats.sumSquares += reader.varint();
  if (count > 0) addExtremes(reader, stats);
  addErrors(reader, stats, failed, maxErrors, pool);
}

function addExtremes(reader: ByteReader, times: TimeStats): void {
  const minUs = reader.varintUpTo(maxValueUs, 'a shortest time');
  const maxUs = minUs + reader.varintUpTo(maxValueUs - minUs, 'a longest time');
  if (minUs < times.minUs) times.minUs = minUs;
  if (maxUs > times.maxUs) times.maxUs = maxUs;
}

function addErrors(
  reader: ByteReader,
  stats: LabelStats,
  failed: number,
  maxErrors: number,
  pool: LabelPool | undefined,
): void {
  const size = reader.count(minErrorBytes, 'the number of errors');
  if (size > maxErrors) throw new Error(`it has more than ${maxErrors} errors`);
  let total = 0;
  for (let at = 0; at < size; at++) {
    const code = readText(reader, maxCodeLength, pool);
    const message = readText(reader, maxMessageLength, pool);
    const count = reader.varintUpTo(failed, 'the count of an error');
    const label = readText(reader, maxLabelLength, pool);
    const atMs = reader.varintUpTo(Number.MAX_SAFE_INTEGER, 'the time of an error');
    stats.addError({ code, message, count, example: { label, atMs } });
    total += count;
  }
  if (total !== failed) throw new Error(`${failed} samples failed, but it has ${total} errors`);
}
