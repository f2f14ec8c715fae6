import { pinnedBuffer } from '../pinned-buffer.ts';
import { InputBio, OutputBio } from './memory-bio.ts';
import { loadOpenSsl } from './open-ssl.ts';
import { createSslContext } from './ssl-context.ts';

/** Plaintext of a record, at most. */
const recordBytes = 1 << 14;
const outputBytes = 1 << 16;
/** Bytes that are encrypted or decrypted at once: whole records. */
export const pieceBytes = 1 << 16;

/** What the TLS connections of a thread share: settings and memory. */
export class SecureChannels {
  readonly ssl = loadOpenSsl();
  readonly context = createSslContext(this.ssl);
  readonly input = new InputBio(this.ssl);
  readonly output = new OutputBio(this.ssl, outputBytes);
  /** Decrypted bytes of one record. */
  readonly plain = pinnedBuffer(recordBytes);
  readonly plainAddress = BigInt(this.plain.address);
  /** Address of the bytes of `load`. */
  readonly pieceAddress: bigint;
  readonly #piece = pinnedBuffer(pieceBytes);
  /** The text in it; requests of other users are often the same. */
  #text = '';
  /** Received bytes whose address is not known. */
  readonly received = pinnedBuffer(pieceBytes);
  /** Connections whose memory is not freed. */
  open = 0;

  /** Throws where OpenSSL is not available. */
  constructor() {
    this.pieceAddress = BigInt(this.#piece.address);
  }

  /** Copies at most `pieceBytes` to `pieceAddress`; texts are in Latin-1. */
  load(data: Buffer | string, start: number, end: number): void {
    if (typeof data !== 'string') {
      this.#text = '';
      data.copy(this.#piece, 0, start, end);
    } else if (start > 0 || data !== this.#text) {
      this.#text = start === 0 ? data : '';
      this.#piece.write(end - start === data.length ? data : data.slice(start, end), 0, 'latin1');
    }
  }

  /** A copy of what a function writes to the address it gets. It returns the number of bytes. */
  written(write: (address: bigint) => number): Buffer {
    this.#text = '';
    const bytes = write(this.pieceAddress);
    return Buffer.from(this.#piece.buffer.slice(0, bytes) as ArrayBuffer);
  }
}
