import { ByteReader, ByteWriter } from './bytes.ts';
import { readCodesOf, setCodesUnknown, writeCodesOf } from './code-codec.ts';
import {
  createLabelPool,
  type LabelPool,
  readIntendedOf,
  readLabels,
  writeIntendedOf,
  writeLabels,
} from './label-codec.ts';
import type { LabelStats } from './label-stats.ts';
import { layoutOf, pack, unpack } from './packing.ts';

/** Statistics of one execution in one second; a second may have several frames. */
export interface Frame {
  /** Sequence number within the execution, from 1 without gaps. */
  seq: number;
  /** Epoch seconds, service time. */
  second: number;
  /** Virtual users active on the node. */
  users: number;
  labels: Map<string, LabelStats>;
}

/** Size limits of a frame. */
export interface FrameLimits {
  unpackedBytes: number;
  labels: number;
  /** Total of all labels. */
  errors: number;
  /** Distinct codes of passed samples. */
  codes: number;
}

const maxUsers = 1_000_000_000;
const anyFrame: FrameLimits = {
  unpackedBytes: 64 * 1024 * 1024,
  labels: Number.POSITIVE_INFINITY,
  errors: Number.POSITIVE_INFINITY,
  codes: Number.POSITIVE_INFINITY,
};

const countBytes = 4;
/** Layout 0, of earlier versions, has no response codes of passed samples. */
const withCodes = 1;

/**
 * Uncompressed sample count, then compressed users and labels. The count allows reconciliation without decompression;
 * `seq` and `second` are sent and stored separately.
 */
export function encodeFrame(frame: Frame): Buffer {
  const writer = new ByteWriter(4096);
  writer.varint(Math.min(frame.users, maxUsers));
  writeLabels(writer, frame.labels);
  if (frame.labels.size > 0) {
    writeIntendedOf(writer, frame.labels);
    writeCodesOf(writer, frame.labels);
  }
  const count = Buffer.alloc(countBytes);
  count.writeUInt32BE(countSamples(frame));
  return Buffer.concat([count, pack(writer.bytes(), withCodes)]);
}

/** Sample count in the header of an encoded frame. */
export function samplesIn(payload: Uint8Array): number {
  if (payload.byteLength < countBytes) throw new Error('The frame is too short.');
  return new DataView(payload.buffer, payload.byteOffset).getUint32(0);
}

function countSamples(frame: Frame): number {
  let samples = 0;
  for (const stats of frame.labels.values()) samples += stats.passed + stats.failed;
  return samples;
}

/** Throws on invalid data. */
export function decodeFrame(seq: number, second: number, payload: Uint8Array, limits = anyFrame): Frame {
  return readFrame(seq, second, payload, limits);
}

/** Decodes many frames one after the other, several times faster: each is valid until the next one is read. */
export function createFrameReader(): (seq: number, second: number, payload: Uint8Array) => Frame {
  const pool = createLabelPool();
  return (seq, second, payload) => readFrame(seq, second, payload, anyFrame, pool);
}

function readFrame(
  seq: number,
  second: number,
  payload: Uint8Array,
  limits: FrameLimits,
  pool?: LabelPool,
): Frame {
  try {
    const announced = samplesIn(payload);
    const body = payload.subarray(countBytes);
    const reader = new ByteReader(unpack(body, limits.unpackedBytes, withCodes));
    const users = reader.varintUpTo(maxUsers, 'the number of users');
    const labels = readLabels(reader, limits.labels, limits.errors, pool);
    readIntendedOf(reader, labels);
    if (layoutOf(body) !== withCodes) for (const stats of labels.values()) setCodesUnknown(stats);
    else if (labels.size > 0) readCodesOf(reader, labels, limits.codes);
    reader.end();
    const frame = { seq, second, users, labels };
    const found = countSamples(frame);
    if (found !== announced) throw new Error(`its header has ${announced} samples, its labels have ${found}`);
    return frame;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`Frame ${seq} of second ${second} cannot be read: ${reason}`, { cause: error });
  }
}
