import { getRawPointer } from 'node:ffi';
import { halvesOf, IoUring } from './io-uring.ts';

/** A connection whose request is sent together with others. */
export interface Sender {
  /** Not all of the request was sent. `result`: bytes sent, or a negative error number. */
  sentPart(request: string, result: number): void;
}

/** Requests per system call. All of them start at the same time, so that they must be few. */
export const maxTogether = 8;
const arenaBytes = 1 << 18;
/** Longer requests are sent by their sockets. */
const maxRequestBytes = 1 << 14;

/** Sends requests of several connections by one system call. */
export class RequestSender {
  readonly #ring = new IoUring(maxTogether);
  /** Texts of requests. */
  readonly #arena = Buffer.allocUnsafeSlow(arenaBytes);
  readonly #address = Number(getRawPointer(this.#arena));
  #arenaEnd = 0;
  /** The latest text; requests of other users are often the same. */
  #text = '';
  #textLow = 0;
  #textHigh = 0;
  readonly #senders: (Sender | undefined)[] = new Array(maxTogether).fill(undefined);
  readonly #requests: string[] = new Array(maxTogether).fill('');
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
    this.#senders[this.#count] = sender;
    this.#requests[this.#count] = request;
    this.#count += 1;
    return true;
  }

  #store(request: string): void {
    if (this.#arenaEnd + request.length > arenaBytes) {
      this.flush();
      this.#arenaEnd = 0;
    }
    this.#arena.write(request, this.#arenaEnd, 'latin1');
    const { low, high } = halvesOf(this.#address + this.#arenaEnd);
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
    for (let at = 0; at < count; at++) {
      const sender = this.#senders[at];
      const request = this.#requests[at] as string;
      const result = this.#results[at] as number;
      this.#senders[at] = undefined;
      if (result !== request.length) {
        sender?.sentPart(request, result);
      }
    }
  }
}
