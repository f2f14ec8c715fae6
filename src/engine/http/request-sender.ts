import { halvesOf, IoUring } from './io-uring.ts';
import { pinnedBuffer } from './pinned-buffer.ts';
import type { OutputBio } from './tls/memory-bio.ts';

/** A connection whose request is sent together with others. */
export interface Sender {
  /** Not all of the request was sent. `result`: bytes sent, or a negative error number. */
  sentPart(request: Buffer | string, result: number): void;
}

/** Encrypts the requests of a TLS connection. */
export interface Sealer {
  readonly output: OutputBio;
  /** Encrypts the request into `output`. Returns false if that is not possible now. */
  seal(request: string): boolean;
}

/** Requests per system call. Few, because all of them get the same start time. */
export const maxTogether = 8;
const arenaBytes = 1 << 18;
const noBytes = Buffer.alloc(0);
/** Longer requests are sent by their sockets. */
const maxRequestBytes = 1 << 14;
/** What encryption adds to a request, at most. */
const maxAddedBytes = 1 << 10;

/** Sends requests of several connections by one system call. */
export class RequestSender {
  readonly #ring = new IoUring(maxTogether);
  /** Bytes of requests until they are sent. */
  readonly #arena = pinnedBuffer(arenaBytes);
  #arenaEnd = 0;
  /** The latest text, which is stored once: requests of other users are often the same. */
  #text = '';
  #textLow = 0;
  #textHigh = 0;
  readonly #senders: (Sender | undefined)[] = new Array(maxTogether).fill(undefined);
  readonly #requests: string[] = new Array(maxTogether).fill('');
  /** Size of each request on the wire, in bytes. */
  readonly #sizes = new Int32Array(maxTogether);
  /** Positions of encrypted requests in the output of all TLS connections; -1: not encrypted. */
  readonly #starts = new Int32Array(maxTogether);
  #output: OutputBio | undefined;
  readonly #results = new Int32Array(maxTogether);
  #count = 0;

  /** Sends a Latin-1 text with the next `flush`. Returns false if it is too long. */
  add(sender: Sender, fd: number, request: string): boolean {
    if (request.length > maxRequestBytes) {
      return false;
    }
    if (this.#count === maxTogether) {
      this.flush();
    }
    if (request !== this.#text) {
      this.#store(request);
    }
    this.#ring.prepareSend(fd, this.#textLow, this.#textHigh, request.length);
    this.#append(sender, request, request.length, -1);
    return true;
  }

  /** Encrypts a Latin-1 text and sends it with the next `flush`. Returns false if it is too long, or cannot be encrypted. */
  addSealed(sender: Sender, fd: number, sealer: Sealer, request: string): boolean {
    if (request.length > maxRequestBytes) {
      return false;
    }
    const { output } = sealer;
    if (this.#count === maxTogether || !output.hasRoomFor(request.length + maxAddedBytes)) {
      this.flush();
    }
    const start = output.length;
    const isSealed = sealer.seal(request);
    const size = output.length - start;
    if (size > 0) {
      const { low, high } = halvesOf(output.address + start);
      this.#ring.prepareSend(fd, low, high, size);
      this.#append(sender, '', size, start);
      this.#output = output;
      output.batch = this;
    }
    return isSealed;
  }

  #append(sender: Sender, request: string, size: number, start: number): void {
    const at = this.#count;
    this.#senders[at] = sender;
    this.#requests[at] = request;
    this.#sizes[at] = size;
    this.#starts[at] = start;
    this.#count += 1;
  }

  #store(request: string): void {
    if (this.#arenaEnd + request.length > arenaBytes) {
      this.flush();
      this.#arenaEnd = 0;
    }
    this.#arena.write(request, this.#arenaEnd, 'latin1');
    const { low, high } = halvesOf(this.#arena.address + this.#arenaEnd);
    this.#arenaEnd += request.length;
    this.#text = request;
    this.#textLow = low;
    this.#textHigh = high;
  }

  flush(): void {
    const count = this.#count;
    if (count === 0) {
      return;
    }
    this.#count = 0;
    this.#ring.submit(this.#results);
    const sealed = this.#takeOutput();
    for (let at = 0; at < count; at++) {
      const sender = this.#senders[at];
      const result = this.#results[at] as number;
      const size = this.#sizes[at] as number;
      this.#senders[at] = undefined;
      if (result !== size) {
        const start = this.#starts[at] as number;
        sender?.sentPart(
          start < 0 ? (this.#requests[at] as string) : Buffer.from(sealed.subarray(start, start + size)),
          result,
        );
      }
    }
  }

  #takeOutput(): Buffer {
    const output = this.#output;
    if (output === undefined) {
      return noBytes;
    }
    this.#output = undefined;
    output.batch = undefined;
    return output.drain();
  }
}
