import { toArrayBuffer } from 'node:ffi';
import { type PinnedBuffer, pinnedBuffer } from '../pinned-buffer.ts';
import { type OpenSsl, storedAddress } from './open-ssl.ts';

const getMemoryCommand = 115;
const setEndCommand = 130;

/** Positions in `BUF_MEM`, a public structure of OpenSSL, in 32-bit words: length, address of the bytes, capacity. */
const lengthWord = 0;
const addressWord = 2;
const capacityWord = 4;
const structureBytes = 32;
const highUnit = 2 ** 32;

function memoryOf(ssl: OpenSsl, bio: bigint): Uint32Array {
  const address = storedAddress(0n, (slot) => ssl.BIO_ctrl(bio, getMemoryCommand, 0n, slot));
  return new Uint32Array(toArrayBuffer(address, structureBytes, false));
}

/** Received bytes, which OpenSSL reads in place. Used by all TLS connections of a thread, one at a time. */
export class InputBio {
  readonly handle: bigint;
  readonly #memory: Uint32Array;
  /** Initial memory of the BIO, kept alive by this reference. */
  readonly #first = pinnedBuffer(1);

  constructor(ssl: OpenSsl) {
    this.handle = ssl.BIO_new_mem_buf(BigInt(this.#first.address), 1);
    // An empty BIO means that more bytes follow, not the end of the stream.
    ssl.BIO_ctrl(this.handle, setEndCommand, -1n, null);
    this.#memory = memoryOf(ssl, this.handle);
    if (this.length !== 1) {
      throw new Error('BUF_MEM has another layout');
    }
    this.clear();
  }

  /** Bytes that OpenSSL has not read. */
  get length(): number {
    return this.#memory[lengthWord] as number;
  }

  fill(address: number, length: number): void {
    const memory = this.#memory;
    memory[lengthWord] = length;
    memory[addressWord] = address % highUnit;
    memory[addressWord + 1] = address / highUnit;
    memory[capacityWord] = length;
  }

  clear(): void {
    this.#memory[lengthWord] = 0;
  }
}

/** Bytes to send: of one TLS connection, or of the connections of a batch. */
export class OutputBio {
  readonly handle: bigint;
  readonly #ssl: OpenSsl;
  readonly #memory: Uint32Array;
  readonly #copy: PinnedBuffer;
  readonly #copyAddress: bigint;
  /** Batch with bytes of several connections in the output; `flush` sends and removes them. */
  batch: { flush(): void } | undefined;

  /** `capacity`: number of bytes up to which the address does not change. */
  constructor(ssl: OpenSsl, capacity: number) {
    this.#ssl = ssl;
    this.handle = ssl.BIO_new(ssl.BIO_s_mem());
    this.#copy = pinnedBuffer(capacity);
    this.#copyAddress = BigInt(this.#copy.address);
    ssl.BIO_write(this.handle, this.#copyAddress, capacity);
    this.#memory = memoryOf(ssl, this.handle);
    if (this.length !== capacity) {
      throw new Error('BUF_MEM has another layout');
    }
    this.drain();
  }

  get length(): number {
    return this.#memory[lengthWord] as number;
  }

  get address(): number {
    return (this.#memory[addressWord] as number) + (this.#memory[addressWord + 1] as number) * highUnit;
  }

  hasRoomFor(bytes: number): boolean {
    return this.length + bytes <= this.#copy.length;
  }

  /** Removes and returns all bytes, at most `capacity`; they are valid until the next call. */
  drain(): Buffer {
    const { length } = this;
    this.#ssl.BIO_read(this.handle, this.#copyAddress, length);
    this.#memory[lengthWord] = 0;
    return this.#copy.subarray(0, length);
  }

  /** Removes all bytes and returns a copy. */
  take(): Buffer {
    const pieces: Buffer[] = [];
    let { length } = this;
    while (length > 0) {
      const count = Math.min(length, this.#copy.length);
      this.#ssl.BIO_read(this.handle, this.#copyAddress, count);
      pieces.push(Buffer.from(this.#copy.subarray(0, count)));
      length -= count;
    }
    this.#memory[lengthWord] = 0;
    return pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces);
  }
}
