import { endOfBrokenHead } from './broken-head.ts';
import { endOfLine, hasLineFeed, valueIn } from './head-bytes.ts';
import { prematureEnd, type Stage } from './premature-end.ts';
import { ResponseHead } from './response-head.ts';

/** Larger than any real head; more data is not a response. */
const maxHeadBytes = 1 << 20;
/** Bytes kept of an error page that no element of the plan reads. */
const maxErrorBytes = 1 << 16;
const emptyBody = Buffer.alloc(0);

/** `done-early`: the data contains more than the response, from `restAt` on. */
export type Progress = 'more' | 'done' | 'done-early' | 'broken';

/**
 * Parses an HTTP/1.1 response from arbitrary fragments. One parser serves all responses of a connection.
 */
export class ResponseParser extends ResponseHead {
  /** Bytes on the wire, including chunk framing. */
  bodyBytes = 0;
  /** Bytes without chunk framing. */
  contentBytes = 0;
  restAt = 0;
  #stage: Stage = 'head';
  #keepsBody = false;
  #left = 0;
  #pieces: Buffer[] | undefined;
  /** A body that arrived in one piece, in the read buffer; invalid after the next `feed` or `forgetBody`. */
  #source: Buffer | undefined;
  #sourceStart = 0;
  #sourceEnd = 0;
  /** Partial head, or partial line between chunks. */
  #held: Buffer = emptyBody;
  #heldLength = 0;
  #chunkSize = 0;

  /** Resets the parser for the next response. */
  begin(isHeadRequest: boolean, keepsHead: boolean, keepsBody: boolean): void {
    this.beginHead(isHeadRequest, keepsHead);
    this.#stage = 'head';
    this.#keepsBody = keepsBody;
    this.#pieces = undefined;
    this.#source = undefined;
    this.#heldLength = 0;
    this.bodyBytes = 0;
    this.contentBytes = 0;
  }

  /** The head of the final response has been read. */
  get hasHead(): boolean {
    return this.#stage !== 'head';
  }

  /** The body has a length, which it may not have reached. */
  get hasLength(): boolean {
    return this.hasHead && this.contentLength > 0 && !this.isChunked;
  }

  /** A copy of the body, still encoded. */
  body(): Buffer {
    if (this.#source) {
      const length = this.#sourceEnd - this.#sourceStart;
      const copy = length === 0 ? emptyBody : Buffer.allocUnsafe(length);
      this.#source.copy(copy, 0, this.#sourceStart, this.#sourceEnd);
      return copy;
    }
    const pieces = this.#pieces ?? [];
    return pieces.length <= 1 ? (pieces[0] ?? emptyBody) : Buffer.concat(pieces);
  }

  /** The body as text, if it arrived in one piece and has no content encoding. */
  text(encoding: 'utf8' | 'latin1'): string | undefined {
    return this.#source && this.contentEncoding === undefined
      ? slice(this.#source, encoding, this.#sourceStart, this.#sourceEnd)
      : undefined;
  }

  /** Drops the body, and with it the reference to the read buffer. */
  forgetBody(): void {
    this.#source = undefined;
    this.#pieces = undefined;
  }

  /** Consumes received data; `data` may be reused once the body has been read. */
  feed(data: Buffer, end = data.length): Progress {
    let at = 0;
    while (at < end) {
      if (this.#stage === 'done') {
        this.restAt = at;
        return 'done-early';
      }
      at = this.#take(data, at, end);
      if (at < 0) {
        return 'broken';
      }
    }
    return this.#stage === 'done' ? 'done' : 'more';
  }

  /** The peer has closed the connection. */
  end(): Progress {
    if (this.#stage === 'head' && this.#heldLength > 0 && !this.#endHead()) {
      return this.break('no-status-line');
    }
    if (this.#heldLength > 0 && !this.#endLine()) {
      return 'broken';
    }
    this.isKeepAlive = false;
    if (this.#stage === 'until-close' || this.#stage === 'trailer') {
      this.#stage = 'done';
    }
    if (this.#stage === 'done') {
      return 'done';
    }
    return this.break(this.#stage === 'head' ? 'no-response' : this.#prematureEnd());
  }

  /** At the end of the stream, HttpClient treats a partial line as complete. */
  #endLine(): boolean {
    const line = valueIn(this.#held, 0, this.#heldLength);
    this.#heldLength = 0;
    return this.#readLine(line);
  }

  #endHead(): boolean {
    const length = this.#heldLength;
    const ending = endOfBrokenHead(this.#held, length);
    if (ending === undefined) {
      return false;
    }
    this.#hold(ending, 0, ending.length);
    const behind = this.readHead(this.#held, 0, this.#heldLength);
    this.#heldLength = 0;
    this.headBytes += length - behind;
    return behind > 0;
  }

  #prematureEnd(): string {
    return this.#stage === 'length'
      ? prematureEnd(this.#stage, this.contentLength, this.contentBytes)
      : prematureEnd(this.#stage, this.#chunkSize, this.#chunkSize - this.#left);
  }

  #take(data: Buffer, at: number, end: number): number {
    switch (this.#stage) {
      case 'head':
        return this.#takeHead(data, at, end);
      case 'length':
      case 'chunk-data':
        return this.#takeBody(data, at, Math.min(end, at + this.#left));
      case 'until-close':
        return this.#takeBody(data, at, end);
      default:
        return this.#takeLine(data, at, end);
    }
  }

  #takeHead(data: Buffer, at: number, end: number): number {
    // Common case: a complete head in one piece.
    if (this.#heldLength === 0) {
      const behind = this.readWholeHead(data, at, end);
      if (behind !== 0) {
        return behind;
      }
      this.#hold(data, at, end);
    } else {
      const before = this.#heldLength;
      this.#hold(data, at, end);
      // No line feed: nothing new to parse.
      if (hasLineFeed(data, at, end)) {
        const behind = this.readHead(this.#held, 0, this.#heldLength);
        if (behind !== 0) {
          this.#heldLength = 0;
          return behind < 0 ? behind : at + behind - before;
        }
      }
    }
    if (this.#heldLength > maxHeadBytes) {
      this.break('head-too-large');
      return -1;
    }
    return end;
  }

  #hold(data: Buffer, at: number, end: number): void {
    const length = this.#heldLength + end - at;
    if (this.#held.length < length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(512, length * 2));
      this.#held.copy(larger, 0, 0, this.#heldLength);
      this.#held = larger;
    }
    data.copy(this.#held, this.#heldLength, at, end);
    this.#heldLength = length;
  }

  protected override headRead(): void {
    if (!this.mayHaveBody || (this.contentLength === 0 && !this.isChunked)) {
      this.#stage = 'done';
    } else if (this.isChunked) {
      this.#stage = 'chunk-size';
    } else if (this.contentLength > 0) {
      this.#stage = 'length';
      this.#left = this.contentLength;
    } else {
      this.#stage = 'until-close';
      this.isKeepAlive = false;
    }
  }

  #takeBody(data: Buffer, at: number, end: number): number {
    const length = end - at;
    this.bodyBytes += length;
    this.contentBytes += length;
    // Encoded bodies may be invalid, so they are always decoded.
    if (this.#keepsBody || this.contentEncoding !== undefined || this.#isErrorToKeep()) {
      if (this.#stage === 'length' && length === this.contentLength) {
        this.#source = data;
        this.#sourceStart = at;
        this.#sourceEnd = end;
      } else {
        this.#pieces ??= [];
        this.#pieces.push(Buffer.from(data.subarray(at, end)));
      }
    }
    if (this.#stage !== 'until-close') {
      this.#left -= length;
      if (this.#left === 0) {
        this.#stage = this.#stage === 'length' ? 'done' : 'chunk-end';
      }
    }
    return end;
  }

  /** Whether to keep this part of the body: the start of an error page is shown in error samples. */
  #isErrorToKeep(): boolean {
    return this.status >= 400 && this.contentBytes <= maxErrorBytes;
  }

  /** Reads a line: a chunk size, the end of a chunk, or a trailer. */
  #takeLine(data: Buffer, at: number, end: number): number {
    const found = endOfLine(data, at, end);
    const behind = found < end ? found + 1 : end;
    this.bodyBytes += behind - at;
    if (found === end || this.#heldLength > 0) {
      this.#hold(data, at, behind);
      if (this.#heldLength > maxHeadBytes) {
        this.break('bad-chunk');
        return -1;
      }
      if (found === end) {
        return end;
      }
    }
    const isHeld = this.#heldLength > 0;
    const line = isHeld ? valueIn(this.#held, 0, this.#heldLength) : valueIn(data, at, behind);
    this.#heldLength = 0;
    return this.#readLine(line) ? behind : -1;
  }

  #readLine(line: string): boolean {
    if (this.#stage === 'trailer') {
      if (line === '') {
        this.#stage = 'done';
      }
      return true;
    }
    if (this.#stage === 'chunk-end') {
      this.#stage = 'chunk-size';
      return line === '' || this.break('Unexpected content at the end of chunk') !== 'broken';
    }
    const size = /^([0-9a-fA-F]{1,13})[ \t]*(?:;.*)?$/.exec(line)?.[1];
    if (size === undefined) {
      return this.break(`Bad chunk header: ${line}`) !== 'broken';
    }
    this.#chunkSize = Number.parseInt(size, 16);
    this.#left = this.#chunkSize;
    this.#stage = this.#left === 0 ? 'trailer' : 'chunk-data';
    return true;
  }
}

/** Internal methods of buffers, faster than `toString`, which calls them after several checks. */
type Slices = {
  utf8Slice(start: number, end: number): string;
  latin1Slice(start: number, end: number): string;
};

function slice(data: Buffer, encoding: 'utf8' | 'latin1', start: number, end: number): string {
  const slices = data as unknown as Slices;
  return encoding === 'utf8' ? slices.utf8Slice(start, end) : slices.latin1Slice(start, end);
}
