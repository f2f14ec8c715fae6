const lengthBytes = 4;

/** Reads the fields of one frame, in the format of FrameWriter. */
export class FrameReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  byte(): number {
    const value = this.#bytes.readUInt8(this.#at);
    this.#at += 1;
    return value;
  }

  int(): number {
    const value = this.#bytes.readInt32BE(this.#at);
    this.#at += lengthBytes;
    return value;
  }

  text(): string | undefined {
    const length = this.int();
    if (length < 0) {
      return undefined;
    }
    const start = this.#at;
    this.#at += length;
    return this.#bytes.toString('utf8', start, this.#at);
  }

  bytes(): Buffer | undefined {
    const length = this.int();
    if (length < 0) {
      return undefined;
    }
    const value = this.#bytes.subarray(this.#at, this.#at + length);
    this.#at += length;
    return value;
  }
}

/** Precedes the first frame; anything that the JVM prints before it is skipped. The same as in ScriptHost.java. */
export const firstFrameMark = Buffer.from('\0spate\0\n');

/** Splits a stream into frames. */
export class FrameSplitter {
  #rest: Buffer = Buffer.alloc(0);
  #hasBegun = false;

  /** Adds received bytes; yields the frames that are complete. Throws for a frame with a negative length. */
  *add(chunk: Buffer): Generator<FrameReader> {
    let bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    if (!this.#hasBegun) {
      const markAt = bytes.indexOf(firstFrameMark);
      if (markAt < 0) {
        this.#rest = bytes;
        return;
      }
      this.#hasBegun = true;
      bytes = bytes.subarray(markAt + firstFrameMark.length);
    }
    while (bytes.length >= lengthBytes) {
      const length = bytes.readInt32BE(0);
      if (length < 0) {
        throw new Error(`a frame has a length of ${length} bytes`);
      }
      const end = lengthBytes + length;
      if (bytes.length < end) {
        break;
      }
      yield new FrameReader(bytes.subarray(lengthBytes, end));
      bytes = bytes.subarray(end);
    }
    this.#rest = bytes;
  }
}
