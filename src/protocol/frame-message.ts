import { AppError } from '../domain/errors.ts';
import { isId } from '../lib/id.ts';

/** A frame in transit; the payload is encoded by metrics/frame.ts and opaque here. */
export interface SentFrame {
  seq: number;
  second: number;
  payload: Uint8Array;
}

export interface FrameMessage {
  executionId: string;
  frames: SentFrame[];
}

const frameMessageType = 1;
const idBytes = 22;
const headerBytes = 1 + idBytes;
/** seq, second and length, each an unsigned 32-bit number, big-endian. */
export const frameHeaderBytes = 12;

/** type byte · execution id · then for each frame seq · second · length · payload. */
export function encodeFrameMessage(executionId: string, frames: readonly SentFrame[]): Buffer {
  let size = headerBytes;
  for (const frame of frames) size += frameHeaderBytes + frame.payload.byteLength;
  const bytes = Buffer.allocUnsafe(size);
  bytes[0] = frameMessageType;
  bytes.write(executionId, 1, idBytes, 'latin1');
  let at = headerBytes;
  for (const frame of frames) at = writeFrame(bytes, at, frame);
  return bytes;
}

/** The payloads are views of `bytes`. Throws `malformed` for an invalid message. */
export function decodeFrameMessage(bytes: Uint8Array): FrameMessage {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.length < headerBytes) throw malformed(`${buffer.length} bytes are too short`);
  if (buffer[0] !== frameMessageType) throw malformed(`unknown type ${buffer[0]}`);
  const executionId = buffer.toString('latin1', 1, headerBytes);
  if (!isId(executionId)) throw malformed('invalid execution id');
  return { executionId, frames: readFrames(buffer, headerBytes) };
}

/** Writes one frame with its header at `at`; returns the offset of the next one. */
export function writeFrame(bytes: Buffer, at: number, frame: SentFrame): number {
  bytes.writeUInt32BE(frame.seq, at);
  bytes.writeUInt32BE(frame.second, at + 4);
  bytes.writeUInt32BE(frame.payload.byteLength, at + 8);
  bytes.set(frame.payload, at + frameHeaderBytes);
  return at + frameHeaderBytes + frame.payload.byteLength;
}

/** Reads the frames from `at` to the end of `buffer`, as views. */
export function readFrames(buffer: Buffer, at: number): SentFrame[] {
  const frames: SentFrame[] = [];
  let from = at;
  while (from < buffer.length) {
    if (buffer.length - from < frameHeaderBytes) throw malformed('it ends in a frame header');
    const seq = buffer.readUInt32BE(from);
    const second = buffer.readUInt32BE(from + 4);
    const length = buffer.readUInt32BE(from + 8);
    from += frameHeaderBytes;
    if (seq === 0) throw malformed('a frame has the sequence number 0');
    if (length > buffer.length - from) throw malformed(`frame ${seq} exceeds the message`);
    frames.push({ seq, second, payload: buffer.subarray(from, from + length) });
    from += length;
  }
  return frames;
}

function malformed(why: string): AppError {
  return new AppError('malformed', `Invalid frame message: ${why}.`);
}
