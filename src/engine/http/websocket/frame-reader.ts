import type { Frame, FrameKind } from './frame.ts';
import { opcodes } from './frame.ts';
import { WebSocketFailure } from './websocket-failure.ts';

const kindOf = new Map(Object.entries(opcodes).map(([kind, opcode]) => [opcode, kind as FrameKind]));
const tooLarge =
  'java.lang.RuntimeException: Frame too large; Java does not support arrays longer than 2147483647 bytes.';
const noBytes = Buffer.alloc(0);

/** Reads frames from the bytes of a connection. A fragment of a message is a frame of its own, as in the plugin. */
export class FrameReader {
  /** Received bytes, read up to `#at`. */
  #bytes: Buffer = noBytes;
  #at = 0;
  /** Bytes received after these. */
  #later: Buffer[] = [];
  /** Number of unread bytes. */
  #length = 0;
  /** Number of unread bytes below which the next frame is incomplete. */
  #needed = 2;
  /** Kind of the message whose fragments follow. */
  #fragmented: 'text' | 'binary' | undefined;

  get unreadBytes(): number {
    return this.#length;
  }

  add(bytes: Buffer): void {
    if (bytes.length > 0) {
      this.#later.push(bytes);
      this.#length += bytes.length;
    }
  }

  /** The next frame; undefined: incomplete. Throws for a frame that the plugin rejects. */
  next(): Frame | undefined {
    while (this.#length >= this.#needed) {
      this.#join();
      const { headBytes, payloadBytes } = sizesOf(this.#bytes, this.#at);
      if (payloadBytes === undefined) {
        this.#needed = headBytes;
        if (this.#length < headBytes) {
          return undefined;
        }
        this.#consume(headBytes);
        throw new WebSocketFailure('other', tooLarge);
      }
      const sizeBytes = headBytes + payloadBytes;
      this.#needed = sizeBytes;
      if (this.#length >= sizeBytes) {
        const first = this.#bytes[this.#at] as number;
        const payload =
          payloadBytes === 0
            ? noBytes
            : Buffer.from(this.#bytes.subarray(this.#at + headBytes, this.#at + sizeBytes));
        this.#consume(sizeBytes);
        return this.#frame(first, payload, sizeBytes);
      }
    }
    return undefined;
  }

  /** The failure of a read at the end of the stream. */
  atEnd(): WebSocketFailure {
    this.#join();
    const bytes = this.#bytes.subarray(this.#at);
    this.#consume(bytes.length);
    const lengthByte = bytes.length < 2 ? 0 : (bytes[1] as number) & 0x7f;
    if (bytes.length < 2 || (lengthByte === 126 && bytes.length < 4)) {
      return new WebSocketFailure('io', 'end of stream');
    }
    const { headBytes, payloadBytes } = sizesOf(bytes, 0);
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

  /** Appends the later bytes to the unread ones. */
  #join(): void {
    if (this.#later.length > 0) {
      const unread = this.#bytes.subarray(this.#at);
      const [only = noBytes] = this.#later;
      this.#bytes =
        unread.length === 0 && this.#later.length === 1
          ? only
          : Buffer.concat([unread, ...this.#later], this.#length);
      this.#at = 0;
      this.#later = [];
    }
  }

  /** Call after `#join`. */
  #consume(count: number): void {
    this.#at += count;
    this.#length -= count;
    this.#needed = 2;
    if (this.#length === 0) {
      this.#bytes = noBytes;
      this.#at = 0;
    }
  }
}

/** A compressed message, which only Apache JMeter reads. */
export class CompressedFrame extends Error {}

/**
 * Sizes of the frame at `at`, of which at least two bytes are present. `payloadBytes`: 0 while the head is incomplete,
 * undefined if it exceeds a Java array.
 */
function sizesOf(bytes: Buffer, at: number): { headBytes: number; payloadBytes: number | undefined } {
  const lengthByte = (bytes[at + 1] as number) & 0x7f;
  if (lengthByte < 126) {
    return { headBytes: 2, payloadBytes: lengthByte };
  }
  const available = bytes.length - at;
  if (lengthByte === 126) {
    return { headBytes: 4, payloadBytes: available < 4 ? 0 : bytes.readUInt16BE(at + 2) };
  }
  if (available < 10) {
    return { headBytes: 10, payloadBytes: 0 };
  }
  const length = bytes.readUInt32BE(at + 6);
  return {
    headBytes: 10,
    payloadBytes: bytes.readUInt32BE(at + 2) === 0 && length < 2 ** 31 ? length : undefined,
  };
}
