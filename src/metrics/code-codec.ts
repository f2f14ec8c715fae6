import type { ByteReader, ByteWriter } from './bytes.ts';
import type { Place } from './histogram.ts';
import type { LabelStats } from './label-stats.ts';
import { cleanText, maxCodeLength } from './text.ts';

/** Minimum encoded size of a label with codes (position, unknown, size) and of a code with its count. */
const minLabelBytes = 3;
const minCodeBytes = 2;

/** After the labels of a frame: their distinct codes, then the counts of labels that have any, both by position. */
export function writeCodesOf(writer: ByteWriter, labels: ReadonlyMap<string, LabelStats>): void {
  const entries = [...labels.values()].flatMap((stats, at) => (isUsual(stats) ? [] : [{ at, stats }]));
  const codes = new Set(entries.flatMap(({ stats }) => [...stats.passedCodes.keys()]));
  const places = new Map([...codes].map((code, place) => [code, place]));
  writer.varint(codes.size);
  for (const code of codes) writer.text(code);
  writer.varint(entries.length);
  for (const { at, stats } of entries) {
    writer.varint(at);
    writer.varint(stats.unknownCodes);
    writer.varint(stats.passedCodes.size);
    for (const [code, count] of stats.passedCodes) {
      writer.varint(places.get(code)!);
      writer.varint(count);
    }
  }
}

/** Throws above the limit of distinct codes before allocating. */
export function readCodesOf(
  reader: ByteReader,
  labels: ReadonlyMap<string, LabelStats>,
  maxCodes: number,
): void {
  const size = reader.count(1, 'the number of codes');
  if (size > maxCodes) throw new Error(`it has ${size} codes, more than ${maxCodes}`);
  const codes = Array.from({ length: size }, () => cleanText(reader.text(), maxCodeLength));
  const all = [...labels.values()];
  const entries = reader.count(minLabelBytes, 'the number of labels with codes');
  let before = -1;
  for (let number = 0; number < entries; number++) {
    const at = reader.varint();
    const stats = all[at];
    if (!stats || at <= before) throw new Error('a label with codes is unknown or repeated');
    before = at;
    addCodes(reader, stats, () => {
      const code = codes[reader.varint()];
      if (code === undefined) throw new Error('a code is unknown');
      return code;
    });
    requirePassed(stats);
  }
}

/** The codes of one label; nothing if all passed samples have the usual code. */
export function writeCodes(writer: ByteWriter, stats: LabelStats): void {
  if (isUsual(stats)) return;
  writer.varint(stats.unknownCodes);
  writer.varint(stats.passedCodes.size);
  for (const [code, count] of stats.passedCodes) {
    writer.text(code);
    writer.varint(count);
  }
}

/** Position of the codes of one label. Undefined: all passed samples have the usual code. */
export type CodesPlace = Place | 'unknown' | undefined;

/** Adds encoded codes; `passed` are the passed samples of each place. Call it after the samples have been added. */
export function addCodesAt(
  places: readonly CodesPlace[],
  passed: readonly number[],
  stats: LabelStats,
): void {
  for (const [number, place] of places.entries()) {
    if (place === undefined) continue;
    if (place === 'unknown') {
      stats.unknownCodes += passed[number]!;
      continue;
    }
    const { reader } = place;
    reader.at = place.at;
    addCodes(reader, stats, () => reader.text());
    place.at = reader.at;
  }
  requirePassed(stats);
}

/** For data of earlier versions, which have no codes. */
export function setCodesUnknown(stats: LabelStats): void {
  stats.unknownCodes = stats.passed;
}

function addCodes(reader: ByteReader, stats: LabelStats, readCode: () => string): void {
  stats.unknownCodes += reader.varintUpTo(stats.passed, 'the number of unknown codes');
  const size = reader.count(minCodeBytes, 'the number of codes');
  for (let number = 0; number < size; number++) {
    const code = readCode();
    stats.addPassedCode(code, reader.varintUpTo(stats.passed, 'the count of a code'));
  }
}

function isUsual({ passedCodes, unknownCodes }: LabelStats): boolean {
  return passedCodes.size === 0 && unknownCodes === 0;
}

function requirePassed({ passed, passedCodes, unknownCodes }: LabelStats): void {
  const counted = passedCodes.values().reduce((sum, count) => sum + count, unknownCodes);
  if (counted > passed) throw new Error(`${passed} samples passed, but ${counted} have codes`);
}
