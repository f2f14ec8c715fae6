import type { ByteReader, ByteWriter } from './bytes.ts';
import { Histogram } from './histogram.ts';
import { maxValueUs } from './histogram-layout.ts';
import { LabelStats } from './label-stats.ts';
import { cleanText, maxCodeLength, maxLabelLength, maxMessageLength } from './text.ts';

/** The fewest bytes that a label (name, two histograms, six sums, errors) and an error can take. */
const minLabelBytes = 10;
const minErrorBytes = 5;

export function writeLabels(writer: ByteWriter, labels: ReadonlyMap<string, LabelStats>): void {
  writer.varint(labels.size);
  for (const [label, stats] of labels) {
    writer.text(label);
    writeStats(writer, stats);
  }
}

export function readLabels(reader: ByteReader): Map<string, LabelStats> {
  const labels = new Map<string, LabelStats>();
  const size = reader.count(minLabelBytes, 'the number of labels');
  for (let at = 0; at < size; at++) {
    const label = cleanText(reader.text(), maxLabelLength);
    if (labels.has(label)) throw new Error('a label is there twice');
    labels.set(label, readStats(reader));
  }
  return labels;
}

/** Reads only some labels, which is several times quicker; `names` are all of them, in order. */
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

function writeStats(writer: ByteWriter, stats: LabelStats): void {
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

function readStats(reader: ByteReader): LabelStats {
  const stats = new LabelStats();
  stats.passedHistogram = Histogram.readFrom(reader);
  stats.failedHistogram = Histogram.readFrom(reader);
  stats.bytesIn = reader.varint();
  stats.bytesOut = reader.varint();
  stats.latencySumUs = reader.varint();
  stats.connectSumUs = reader.varint();
  stats.sumUs = reader.varint();
  stats.sumSquares = reader.varint();
  if (stats.count > 0) {
    stats.minUs = reader.varintUpTo(maxValueUs, 'a shortest time');
    stats.maxUs = stats.minUs + reader.varintUpTo(maxValueUs - stats.minUs, 'a longest time');
  }
  readErrors(reader, stats);
  return stats;
}

function readErrors(reader: ByteReader, stats: LabelStats): void {
  const size = reader.count(minErrorBytes, 'the number of errors');
  let total = 0;
  for (let at = 0; at < size; at++) {
    const code = cleanText(reader.text(), maxCodeLength);
    const message = cleanText(reader.text(), maxMessageLength);
    const count = reader.varintUpTo(stats.failed, 'the count of an error');
    const label = cleanText(reader.text(), maxLabelLength);
    const atMs = reader.varintUpTo(Number.MAX_SAFE_INTEGER, 'the time of an error');
    stats.addError({ code, message, count, example: { label, atMs } });
    total += count;
  }
  if (total !== stats.failed) throw new Error(`${stats.failed} samples failed, but ${total} errors are told`);
}
