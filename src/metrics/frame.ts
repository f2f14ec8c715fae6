import { ByteReader, ByteWriter } from './bytes.ts';
import { readIntendedOf, readLabels, writeIntendedOf, writeLabels } from './label-codec.ts';
import type { LabelStats } from './label-stats.ts';
import { pack, unpack } from './packing.ts';

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
}

const maxUsers = 1_000_000_000;
const anyFrame: FrameLimits = {
  unpackedBytes: 64 * 1024 * 1024,
  labels: Number.POSITIVE_INFINITY,
  errors: Number.POSITIVE_INFINITY,
};

const countBytes = 4;

/**
 * Uncompressed sample count, then compressed users and labels. The count allows reconciliation without decompression;
 * `seq` and `second` are sent and stored separately.
 */
export function encodeFrame(frame: Frame): Buffer {
  const writer = new ByteWriter(4096);
  writer.varint(Math.min(frame.users, maxUsers));
  writeLabels(writer, frame.labels);
  writeIntendedOf(writer, frame.labels);
  const count = Buffer.alloc(countBytes);
  count.writeUInt32BE(countSamples(frame));
  return Buffer.concat([count, pack(writer.bytes())]);
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
  try {
    const announced = samplesIn(payload);
    const reader = new ByteReader(unpack(payload.subarray(countBytes), limits.unpackedBytes));
    const users = reader.varintUpTo(maxUsers, 'the number of users');
    const labels = readLabels(reader, limits.labels, limits.errors);
    // Absent in frames of earlier versions.
    readIntendedOf(reader, labels);
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
