import type { ByteReader, ByteWriter } from './bytes.ts';
import { Histogram, type Place } from './histogram.ts';
import { maxValueUs } from './histogram-layout.ts';
import { LabelStats } from './label-stats.ts';
import { cleanText, maxCodeLength, maxLabelLength, maxMessageLength } from './text.ts';

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

/** Throws above the limits before allocating. */
export function readLabels(
  reader: ByteReader,
  maxLabels: number,
  maxErrors: number,
): Map<string, LabelStats> {
  const labels = new Map<string, LabelStats>();
  const size = reader.count(minLabelBytes, 'the number of labels');
  if (size > maxLabels) throw new Error(`it has ${size} labels, more than ${maxLabels}`);
  let errorsLeft = maxErrors;
  for (let at = 0; at < size; at++) {
    const label = cleanText(reader.text(), maxLabelLength);
    if (labels.has(label)) throw new Error('duplicate label');
    const stats = readStats(reader, errorsLeft);
    errorsLeft -= stats.errors.size;
    labels.set(label, stats);
  }
  return labels;
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

export function readStats(reader: ByteReader, maxErrors = Number.POSITIVE_INFINITY): LabelStats {
  const stats = new LabelStats();
  stats.passedHistogram = Histogram.readFrom(reader);
  stats.failedHistogram = Histogram.readFrom(reader);
  addRest(reader, stats, stats.count, stats.failed, maxErrors);
  return stats;
}

/** Merges encoded statistics, several times faster than decoding and merging. */
export function addStats(places: readonly Place[], stats: LabelStats): void {
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
}

/** Reads the sums and errors that follow the histograms. */
function addRest(
  reader: ByteReader,
  stats: LabelStats,
  count: number,
  failed: number,
  maxErrors = Number.POSITIVE_INFINITY,
): void {
  stats.bytesIn += reader.varint();
  stats.bytesOut += reader.varint();
  stats.latencySumUs += reader.varint();
  stats.connectSumUs += reader.varint();
  stats.sumUs += reader.varint();
  stats.sumSquares += reader.varint();
  if (count > 0) {
    const minUs = reader.varintUpTo(maxValueUs, 'a shortest time');
    const maxUs = minUs + reader.varintUpTo(maxValueUs - minUs, 'a longest time');
    if (minUs < stats.minUs) stats.minUs = minUs;
    if (maxUs > stats.maxUs) stats.maxUs = maxUs;
  }
  addErrors(reader, stats, failed, maxErrors);
}

function addErrors(reader: ByteReader, stats: LabelStats, failed: number, maxErrors: number): void {
  const size = reader.count(minErrorBytes, 'the number of errors');
  if (size > maxErrors) throw new Error(`it has more than ${maxErrors} errors`);
  let total = 0;
  for (let at = 0; at < size; at++) {
    const code = cleanText(reader.text(), maxCodeLength);
    const message = cleanText(reader.text(), maxMessageLength);
    const count = reader.varintUpTo(failed, 'the count of an error');
    const label = cleanText(reader.text(), maxLabelLength);
    const atMs = reader.varintUpTo(Number.MAX_SAFE_INTEGER, 'the time of an error');
    stats.addError({ code, message, count, example: { label, atMs } });
    total += count;
  }
  if (total !== failed) throw new Error(`${failed} samples failed, but it has ${total} errors`);
}
