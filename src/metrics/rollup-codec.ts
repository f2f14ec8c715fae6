import { ByteReader, ByteWriter } from './bytes.ts';
import { addCodesAt, setCodesUnknown, writeCodes } from './code-codec.ts';
import type { Place } from './histogram.ts';
import {
  readIntended,
  readSomeLabels,
  readStats,
  type StatsPlace,
  writeIntended,
  writeStats,
} from './label-codec.ts';
import { layoutOf, pack, unpack } from './packing.ts';
import { emptyRollup, type Rollup } from './rollup.ts';
import { cleanText, maxLabelLength } from './text.ts';

const maxUnpackedBytes = 512 * 1024 * 1024;
/**
 * Layouts of earlier versions: 0 has no directory, the figures follow each name and all peaks are at the end; 1 has a
 * directory; 2 also has times from the intended start behind the figures of labels that have them.
 */
const withIntended = 2;
/** Also has the codes of passed samples, behind both. */
const withCodes = 3;
/** Minimum size of a directory entry (name, peak, size). */
const minEntryBytes = 3;

/** Common figures and a directory of labels, then the figures of each label, for random access. */
export function encodeRollup(rollup: Rollup): Buffer {
  const writer = new ByteWriter(16 * 1024);
  const bodies = new ByteWriter(16 * 1024);
  writer.varint(rollup.startS);
  writer.varint(rollup.spanS);
  writer.varint(rollup.users.max);
  writer.varint(rollup.users.userSeconds);
  writer.varint(rollup.users.activeSeconds);
  writer.varint(rollup.firstSecond === null ? 0 : rollup.firstSecond + 1);
  writer.varint(rollup.lastSecond === null ? 0 : rollup.lastSecond + 1);
  writer.varint(rollup.peak.total);
  writer.varint(rollup.labels.size);
  for (const [label, stats] of rollup.labels) {
    const start = bodies.length;
    writeStats(bodies, stats);
    writer.text(label);
    writer.varint(rollup.peak.labels.get(label) ?? 0);
    writer.varint(bodies.length - start);
    const intendedStart = bodies.length;
    if (stats.intended) writeIntended(bodies, stats.intended);
    writer.varint(bodies.length - intendedStart);
    const codesStart = bodies.length;
    writeCodes(bodies, stats);
    writer.varint(bodies.length - codesStart);
  }
  writer.append(bodies.bytes());
  return pack(writer.bytes(), withCodes);
}

/** Throws on invalid data. `isWanted` skips other labels, which is many times faster. */
export function decodeRollup(
  payload: Uint8Array,
  isWanted: (label: string) => boolean = () => true,
  maxBytes = maxUnpackedBytes,
): Rollup {
  return orUnreadable(() => {
    if (layoutOf(payload) === 0) return decodePlain(payload, isWanted, maxBytes);
    const { rollup, places } = openRollup(payload, maxBytes);
    for (const [label, place] of places) {
      if (!isWanted(label)) {
        rollup.peak.labels.delete(label);
        continue;
      }
      const { reader, intended, codes } = place;
      reader.at = place.at;
      const stats = readStats(reader);
      rollup.labels.set(label, stats);
      requireEnd(place, reader.at);
      if (intended) {
        reader.at = intended.at;
        stats.intended = readIntended(reader, stats);
        requireEnd(intended, reader.at);
      }
      if (codes !== undefined) addCodesAt([codes], [stats.passed], stats);
      if (isBounded(codes)) requireEnd(codes, codes.at);
    }
    return rollup;
  });
}

interface BoundedPlace extends Place {
  end: number;
}

/** Position of the figures of a label. */
export interface LabelPlace extends StatsPlace, BoundedPlace {
  intended?: BoundedPlace;
  codes: BoundedPlace | 'unknown' | undefined;
}

/** Checks that the figures of a label that was read end at the positions in the directory. */
export function requireEnds(place: LabelPlace): void {
  for (const each of placesOf(place)) requireEnd(each, each.at);
}

/** Length of the figures of a label. */
export function sizeOf(place: LabelPlace): number {
  return placesOf(place).reduce((sum, { at, end }) => sum + end - at, 0);
}

function placesOf({ intended, codes, ...place }: LabelPlace): BoundedPlace[] {
  return [place, intended, codes].filter(isBounded);
}

function isBounded(place: BoundedPlace | string | undefined): place is BoundedPlace {
  return typeof place === 'object';
}

/** A roll-up without its labels, and their positions; undefined without a directory. */
export function findLabels(
  payload: Uint8Array,
): { rollup: Rollup; places: Map<string, LabelPlace> } | undefined {
  return layoutOf(payload) === 0 ? undefined : orUnreadable(() => openRollup(payload));
}

function requireEnd({ end }: BoundedPlace, at: number): void {
  if (at !== end) throw new Error('the figures of a label have the wrong length');
}

export function orUnreadable<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`A roll-up cannot be read: ${reason}`, { cause: error });
  }
}

function openRollup(
  payload: Uint8Array,
  maxBytes = maxUnpackedBytes,
): { rollup: Rollup; places: Map<string, LabelPlace> } {
  const layout = layoutOf(payload);
  const reader = new ByteReader(unpack(payload, maxBytes, withCodes));
  const rollup = readHead(reader);
  rollup.peak.total = reader.varint();
  const size = reader.count(minEntryBytes, 'the number of labels');
  const places = new Map<string, LabelPlace>();
  const all: BoundedPlace[] = [];
  let end = 0;
  const next = (): BoundedPlace => {
    const at = end;
    end += reader.count(1, 'the size of a label');
    return { reader, at, end };
  };
  for (let number = 0; number < size; number++) {
    const label = cleanText(reader.text(), maxLabelLength);
    rollup.peak.labels.set(label, reader.varint());
    const place: LabelPlace = { ...next(), codes: 'unknown' };
    all.push(place);
    if (layout >= withIntended) {
      const intended = next();
      if (intended.end > intended.at) {
        place.intended = intended;
        all.push(intended);
      }
    }
    if (layout >= withCodes) {
      const codes = next();
      place.codes = codes.end > codes.at ? codes : undefined;
      all.push(codes);
    }
    if (places.set(label, place).size === number) throw new Error('duplicate label');
  }
  // The figures follow the directory, whose end is known only now.
  const first = reader.at;
  if (first + end !== reader.size) throw new Error('the labels have the wrong length');
  for (const place of all) {
    place.at += first;
    place.end += first;
  }
  return { rollup, places };
}

function readHead(reader: ByteReader): Rollup {
  const rollup = emptyRollup(reader.varint(), reader.varint());
  rollup.users = {
    max: reader.varint(),
    userSeconds: reader.varint(),
    activeSeconds: reader.varint(),
  };
  rollup.firstSecond = secondOrNull(reader.varint());
  rollup.lastSecond = secondOrNull(reader.varint());
  return rollup;
}

/** Layout of earlier versions. */
function decodePlain(payload: Uint8Array, isWanted: (label: string) => boolean, maxBytes: number): Rollup {
  const reader = new ByteReader(unpack(payload, maxBytes));
  const rollup = readHead(reader);
  const { names, labels } = readSomeLabels(reader, isWanted);
  rollup.labels = labels;
  for (const stats of labels.values()) setCodesUnknown(stats);
  rollup.peak.total = reader.varint();
  for (const label of names) {
    const peak = reader.varint();
    if (labels.has(label)) rollup.peak.labels.set(label, peak);
  }
  reader.end();
  return rollup;
}

function secondOrNull(written: number): number | null {
  return written === 0 ? null : written - 1;
}
