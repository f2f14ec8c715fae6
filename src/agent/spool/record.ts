import { crc32 } from 'node:zlib';
import { frameHeaderBytes, readFrames, type SentFrame, writeFrame } from '../../protocol/frame-message.ts';

/** Reading progress of an execution, from which a restarted agent continues. Counters are totals of the execution. */
export interface Progress {
  /** Next read position in the tool's output; undefined: the beginning. */
  offset: string | undefined;
  lastSeq: number;
  samplesFramed: number;
  /** Framed samples with a timestamp outside of the execution, which were moved into it. */
  samplesMoved: number;
  /** In service time. */
  firstSampleAtMs: number | null;
  users: number;
  /** Added to the node's clock for the timestamps of these frames. */
  clockOffsetMs: number;
  /** The unfinished second: counted above, but not in a frame yet. */
  open: OpenSecond | null;
}

export interface OpenSecond {
  second: number;
  /** Encoded like the payload of a frame. */
  payload: Uint8Array;
}

export interface SpoolRecord {
  progress: Progress;
  frames: SentFrame[];
}

/** Length and checksum of the body. */
export const recordHeaderBytes = 8;
/** Bit in the users field: the count of moved samples follows the fixed part. */
const hasMovedFlag = 2 ** 31;
const movedBytes = 8;
const fixedBodyBytes = 2 + 8 + 8 + 4 + 8 + 4 + 4 + 4;

/** Encodes a record with length and checksum, so that a torn write is detected. */
export function encodeRecord(record: SpoolRecord): Buffer {
  const { open, samplesMoved } = record.progress;
  const flag = samplesMoved > 0 ? hasMovedFlag : 0;
  const offset = Buffer.from(record.progress.offset ?? '');
  let bodyBytes = fixedBodyBytes + (flag ? movedBytes : 0) + offset.length + (open?.payload.byteLength ?? 0);
  for (const frame of record.frames) bodyBytes += frameHeaderBytes + frame.payload.byteLength;
  const bytes = Buffer.allocUnsafe(recordHeaderBytes + bodyBytes);
  let at = bytes.writeUInt16BE(offset.length, recordHeaderBytes);
  at += offset.copy(bytes, at);
  at = bytes.writeDoubleBE(record.progress.samplesFramed, at);
  at = bytes.writeDoubleBE(record.progress.firstSampleAtMs ?? Number.NaN, at);
  at = bytes.writeUInt32BE(Math.min(record.progress.users, hasMovedFlag - 1) + flag, at);
  at = bytes.writeDoubleBE(record.progress.clockOffsetMs, at);
  at = bytes.writeUInt32BE(record.progress.lastSeq, at);
  at = bytes.writeUInt32BE(open?.second ?? 0, at);
  at = bytes.writeUInt32BE(open?.payload.byteLength ?? 0, at);
  if (flag) at = bytes.writeDoubleBE(samplesMoved, at);
  if (open) {
    bytes.set(open.payload, at);
    at += open.payload.byteLength;
  }
  for (const frame of record.frames) at = writeFrame(bytes, at, frame);
  bytes.writeUInt32BE(bodyBytes, 0);
  bytes.writeUInt32BE(crc32(bytes.subarray(recordHeaderBytes)), 4);
  return bytes;
}

/** Total length of the record with this header; undefined when the header is invalid. */
export function recordLength(header: Buffer): number | undefined {
  if (header.length < recordHeaderBytes) return undefined;
  const bodyBytes = header.readUInt32BE(0);
  return bodyBytes < fixedBodyBytes ? undefined : recordHeaderBytes + bodyBytes;
}

/** Decodes a record; its payloads are views of `bytes`. Undefined when its checksum or one of its lengths is wrong. */
export function decodeRecord(bytes: Buffer): SpoolRecord | undefined {
  const body = bytes.subarray(recordHeaderBytes);
  if (crc32(body) !== bytes.readUInt32BE(4)) return undefined;
  try {
    return decodeBody(body);
  } catch {
    return undefined;
  }
}

function decodeBody(body: Buffer): SpoolRecord {
  const offsetBytes = body.readUInt16BE(0);
  let at = 2 + offsetBytes;
  const offset = body.toString('utf8', 2, at);
  const samplesFramed = body.readDoubleBE(at);
  const firstSampleAtMs = body.readDoubleBE(at + 8);
  const usersAndFlag = body.readUInt32BE(at + 16);
  const hasMoved = usersAndFlag >= hasMovedFlag;
  const clockOffsetMs = body.readDoubleBE(at + 20);
  const lastSeq = body.readUInt32BE(at + 28);
  const openSecond = body.readUInt32BE(at + 32);
  const openBytes = body.readUInt32BE(at + 36);
  at += 40;
  const samplesMoved = hasMoved ? body.readDoubleBE(at) : 0;
  at += hasMoved ? movedBytes : 0;
  const openPayload = body.subarray(at, at + openBytes);
  at += openBytes;
  return {
    progress: {
      offset: offset === '' ? undefined : offset,
      lastSeq,
      samplesFramed,
      samplesMoved,
      firstSampleAtMs: Number.isNaN(firstSampleAtMs) ? null : firstSampleAtMs,
      users: hasMoved ? usersAndFlag - hasMovedFlag : usersAndFlag,
      clockOffsetMs,
      open: openBytes === 0 ? null : { second: openSecond, payload: openPayload },
    },
    frames: readFrames(body, at),
  };
}
