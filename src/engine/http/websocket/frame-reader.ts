import type { Frame, FrameKind } from './frame.ts';
import { opcodes } from './frame.ts';
import { WebSocketFailure } from './websocket-failure.ts';

const kindOf = new Map(Object.entries(opcodes).map(([kind, opcode]) => [opcode, kind as FrameKind]));
const tooLarge =
  'java.lang.RuntimeException: Frame too large; Java does not support arrays longer than 2147483647 bytes.';
const noBytes = Buffer.alloc(0);

/** Reads frames from the bytes of a connection. A fragment of a message is a frame of its own, as in the plugin. */
export class FrameReader {
  #pieces: Buffer[] = [];
  #length = 0;
  /** Bytes without which the next frame is incomplete. */
  #needed = 2;
  /** Kind of the message whose fragments follow. */
  #fragmented: 'text' | 'binary' | undefined;

  get unreadBytes(): number {
    return this.#length;
  }

  add(bytes: Buffer): void {
    if (bytes.length > 0) {
      this.#pieces.push(bytes);
      this.#length += bytes.length;
    }
  }

  /** The next frame; undefined: incomplete. Throws a failure instead of a frame that the plugin rejects. */
  next(): Frame | undefined {
    while (this.#length >= this.#needed) {
      const bytes = this.#whole();
      const { headBytes, payloadBytes } = sizesOf(bytes);
      if (payloadBytes === undefined) {
        this.#needed = headBytes;
        if (this.#length < headBytes) {
          return undefined;
        }
        this.#consume(headBytes);
        throw new WebSocketFailure('other', tooLarge);
      }
      this.#needed = headBytes + payloadBytes;
      if (this.#length >= this.#needed) {
        const payload = Buffer.from(bytes.subarray(headBytes, this.#needed));
        const first = bytes[0] as number;
        this.#consume(this.#needed);
        return this.#frame(first, payload, headBytes + payloadBytes);
      }
    }
    return undefined;
  }

  /** The failure of a read at the end of the stream. */
  atEnd(): WebSocketFailure {
    const bytes = this.#whole();
    this.#consume(bytes.length);
    const lengthByte = bytes.length < 2 ? 0 : (bytes[1] as number) & 0x7f;
    if (bytes.length < 2 || (lengthByte === 126 && bytes.length < 4)) {
      return new WebSocketFailure('io', 'end of stream');
    }
    const { headBytes, payloadBytes } = sizesOf(bytes);
    return new WebSocketFailure(
      'io',
      bytes.length < headBytes
        ? `WebSocket protocol error: expected 8 length bytes, but can only read ${bytes.length - 2} bytes`
        : `WebSocket protocol error: expected payload of length ${payloadBytes}, but can only read ${bytes.length - headBytes} bytes`,
    );
  }

  #frame(first: number, payload: Buffer, sizeBytes: number): Frame {
    const isFinal = (first & 0x80) !== 0;
    const opcode = first & 0x0f;
    const isContinuation = opcode === 0;
    const kind = isContinuation ? this.#fragmented : kindOf.get(opcode);
    if (kind === undefined) {
      throw isContinuation
        ? new WebSocketFailure('io', 'no continuation frame expected')
        : new WebSocketFailure('other', `java.lang.RuntimeException: unsupported frame type: ${opcode}`);
    }
    if (kind === 'text' || kind === 'binary') {
      if ((first & 0x40) !== 0) {
        throw new CompressedFrame();
      }
      if (this.#fragmented === undefined) {
        this.#fragmented = isFinal ? undefined : kind;
      } else if (!isContinuation) {
        throw new WebSocketFailure('io', 'missing continuation frame');
      } else if (isFinal) {
        this.#fragmented = undefined;
      }
    }
    return { kind, isFinal, isContinuation, payload, sizeBytes };
  }

  #whole(): Buffer {
    const [only = noBytes] = this.#pieces;
    const whole = this.#pieces.length <= 1 ? only : Buffer.concat(this.#pieces, this.#length);
    this.#pieces = whole.length === 0 ? [] : [whole];
    return whole;
  }

  #consume(count: number): void {
    const rest = this.#whole().subarray(count);
    this.#pieces = rest.length === 0 ? [] : [rest];
    this.#length = rest.length;
    this.#needed = 2;
  }
}

/** A compressed message, which only Apache JMeter reads. */
export class CompressedFrame extends Error {}

/** Sizes of the frame at the start of at least two bytes; the payload's is undefined while unknown or not of a Java array. */
function sizesOf(bytes: Buffer): { headBytes: number; payloadBytes: number | undefined } {
  const lengthByte = (bytes[1] as number) & 0x7f;
  if (lengthByte < 126) {
    return { headBytes: 2, payloadBytes: lengthByte };
  }
  if (lengthByte === 126) {
    return { headBytes: 4, payloadBytes: bytes.length < 4 ? 0 : bytes.readUInt16BE(2) };
  }
  if (bytes.length < 10) {
    return { headBytes: 10, payloadBytes: 0 };
  }
  const length = bytes.readUInt32BE(6);
  return {
    headBytes: 10,
    payloadBytes: bytes.readUInt32BE(2) === 0 && length < 2 ** 31 ? length : undefined,
  };
}
