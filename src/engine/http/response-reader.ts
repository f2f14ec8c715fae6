import { constants } from 'node:os';
import { halvesOf, IoUring } from './io-uring.ts';
import { pinnedBuffer } from './pinned-buffer.ts';

/** A connection that waits for a response. */
export interface Reader {
  /** Whether it still waits for the response to request number `request`. */
  awaits(request: number): boolean;
  hasRead(length: number, buffer: Buffer): void;
  /** `result`: negative error number. */
  failedToRead(result: number): void;
}

/** Connections read by one system call. */
const maxTogether = 8;
/** Capacity of the queue, a power of two. When it is full, the socket of the oldest request reads its response. */
const maxWaiting = 512;
/** Calls without data after which a response is left to its socket. */
const maxTries = 8;
/** Calls without any data make this skip calls, with exponential backoff up to this number. */
const maxSkips = 64;
const bufferBytes = 1 << 14;
const { EAGAIN } = constants.errno;

/** A request whose response the next calls try to read. */
interface Waiting {
  reader: Reader | undefined;
  fd: number;
  request: number;
  tries: number;
}

/**
 * Reads responses of several connections by one system call, in the order of their requests, without knowing which have
 * arrived. The sockets read the others, and the ends of connections.
 */
export class ResponseReader {
  readonly #ring = new IoUring(maxTogether);
  /** One buffer for each connection of a call. */
  readonly #buffers = Array.from({ length: maxTogether }, () => pinnedBuffer(bufferBytes));
  /** The halves of the addresses of the buffers. */
  readonly #lows: readonly number[];
  readonly #highs: readonly number[];
  readonly #results = new Int32Array(maxTogether);
  /** Circular queue, from `#first` to before `#end`. */
  readonly #queue = Array.from({ length: maxWaiting }, noRequest);
  #first = 0;
  #end = 0;
  /** Requests of the current call. */
  readonly #tried = Array.from({ length: maxTogether }, noRequest);
  #skips = 0;
  #nextSkips = 1;

  constructor() {
    const halves = this.#buffers.map(({ address }) => halvesOf(address));
    this.#lows = halves.map(({ low }) => low);
    this.#highs = halves.map(({ high }) => high);
  }

  /** To be called when the connection is about to send request number `request`. */
  add(reader: Reader, fd: number, request: number): void {
    if (this.#end - this.#first === maxWaiting) {
      this.#first += 1;
    }
    fill(this.#queue[this.#end & (maxWaiting - 1)]!, reader, fd, request, 0);
    this.#end += 1;
  }

  /** Reads from at most `limit` connections, rounded up to whole calls. */
  readArrived(limit: number): void {
    if (this.#skips > 0) {
      this.#skips -= 1;
      return;
    }
    let isAny = false;
    let count = maxTogether;
    for (let left = limit; left > 0 && count === maxTogether; left -= maxTogether) {
      count = this.#readTogether();
      isAny ||= count > 0;
    }
    if (isAny) {
      this.#nextSkips = 1;
    } else {
      this.#skips = this.#nextSkips;
      this.#nextSkips = Math.min(2 * this.#nextSkips, maxSkips);
    }
  }

  /** Returns the number of connections with data. */
  #readTogether(): number {
    const count = this.#prepare();
    if (count === 0) {
      return 0;
    }
    this.#ring.submit(this.#results);
    this.#keepOthers(count);
    return this.#deliver(count);
  }

  /** Prepares receives for requests of the queue; returns their number. */
  #prepare(): number {
    let count = 0;
    while (this.#first < this.#end && count < maxTogether) {
      const waiting = this.#queue[this.#first & (maxWaiting - 1)]!;
      const { reader, fd, request, tries } = waiting;
      waiting.reader = undefined;
      this.#first += 1;
      if (reader?.awaits(request)) {
        this.#ring.prepareReceive(fd, this.#lows[count]!, this.#highs[count]!, bufferBytes);
        fill(this.#tried[count]!, reader, fd, request, tries + 1);
        count += 1;
      }
    }
    return count;
  }

  /** Returns requests without data to the front of the queue. */
  #keepOthers(count: number): void {
    for (let index = count - 1; index >= 0; index--) {
      const { reader, fd, request, tries } = this.#tried[index]!;
      if (this.#results[index] === -EAGAIN && tries < maxTries) {
        this.#first -= 1;
        fill(this.#queue[this.#first & (maxWaiting - 1)]!, reader, fd, request, tries);
      }
    }
  }

  #deliver(count: number): number {
    let read = 0;
    for (let index = 0; index < count; index++) {
      const tried = this.#tried[index]!;
      const { reader } = tried;
      tried.reader = undefined;
      const result = this.#results[index]!;
      if (result > 0) {
        read += 1;
        reader?.hasRead(result, this.#buffers[index]!);
      } else if (result < 0 && result !== -EAGAIN) {
        reader?.failedToRead(result);
      }
    }
    return read;
  }
}

const noRequest = (): Waiting => ({ reader: undefined, fd: -1, request: 0, tries: 0 });

function fill(
  waiting: Waiting,
  reader: Reader | undefined,
  fd: number,
  request: number,
  tries: number,
): void {
  waiting.reader = reader;
  waiting.fd = fd;
  waiting.request = request;
  waiting.tries = tries;
}
