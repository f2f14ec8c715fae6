import { pinnedBuffer } from '../pinned-buffer.ts';
import { InputBio, OutputBio } from './memory-bio.ts';
import { loadOpenSsl } from './open-ssl.ts';
import { createSslContext } from './ssl-context.ts';

/** Maximum plaintext of a record. */
const recordBytes = 1 << 14;
const outputBytes = 1 << 16;
/** Bytes that are encrypted or decrypted at once: a multiple of the record size. */
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
  /** Address of the bytes that `load` has copied. */
  readonly pieceAddress: bigint;
  readonly #piece = pinnedBuffer(pieceBytes);
  /** The text in `#piece`, which is copied once: requests of other users are often the same. */
  #text = '';
  /** Copy of received bytes whose buffer is not pinned. */
  readonly received = pinnedBuffer(pieceBytes);
  /** Number of connections with memory of OpenSSL. */
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

  /** A copy of the bytes that `write` stores at the given address. `write` returns their number. */
  written(write: (address: bigint) => number): Buffer {
    this.#text = '';
    const bytes = write(this.pieceAddress);
    return Buffer.from(this.#piece.buffer.slice(0, bytes) as ArrayBuffer);
  }
}
