import { ByteReader, ByteWriter } from './bytes.ts';
import { readLabels, writeLabels } from './label-codec.ts';
import type { LabelStats } from './label-stats.ts';
import { pack, unpack } from './packing.ts';

/** What one execution measured in one second, or a part of it: a second may come in several frames. */
export interface Frame {
  /** The order of frames within their execution, from 1 and without gaps. */
  seq: number;
  /** Epoch seconds, service time. */
  second: number;
  /** Virtual users active on the node. */
  users: number;
  labels: Map<string, LabelStats>;
}

const maxUsers = 1_000_000_000;
const maxUnpackedBytes = 64 * 1024 * 1024;

/** Users and labels; `seq` and `second` travel and are stored beside it. */
export function encodeFrame(frame: Frame): Buffer {
  const writer = new ByteWriter(4096);
  writer.varint(Math.min(frame.users, maxUsers));
  writeLabels(writer, frame.labels);
  return pack(writer.bytes());
}

/** Throws on whatever encodeFrame did not write. */
export function decodeFrame(seq: number, second: number, payload: Uint8Array): Frame {
  try {
    const reader = new ByteReader(unpack(payload, maxUnpackedBytes));
    const users = reader.varintUpTo(maxUsers, 'the number of users');
    const labels = readLabels(reader);
    reader.end();
    return { seq, second, users, labels };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`Frame ${seq} of second ${second} cannot be read: ${reason}`, { cause: error });
  }
}
