const cr = 0x0d;
const lf = 0x0a;
const colon = 0x3a;
const space = 0x20;
const tab = 0x09;

/** More than any real server sends; what goes on beyond it is no answer. */
const maxHeadBytes = 1 << 20;
const noBody = Buffer.alloc(0);

type Stage =
  | 'head'
  | 'length'
  | 'chunk-size'
  | 'chunk-data'
  | 'chunk-end'
  | 'trailer'
  | 'until-close'
  | 'done';
export type Progress = 'more' | 'done' | 'broken';

/**
 * Reads one HTTP/1.1 response from whatever pieces it arrives in. Only what decides about framing is looked at; the other
 * headers stay text until somebody asks. One parser serves a connection for all its responses.
 */
export class ResponseParser {
  status = 0;
  reason = '';
  /** The status line and headers as they came, without the empty line; empty when nobody wants them. */
  head = '';
  /** On the wire, with the empty line; interim responses too. */
  headBytes = 0;
  /** On the wire, with the framing of chunks. */
  bodyBytes = 0;
  /** Without that framing. */
  contentBytes = 0;
  isKeepAlive = false;
  /** Why it was `broken`. */
  problem = '';
  #stage: Stage = 'head';
  #isHeadRequest = false;
  #keepsHead = false;
  #keepsBody = false;
  #left = 0;
  #pieces: Buffer[] = [];
  /** What of the head, or of a line between chunks, has come so far. */
  #held: Buffer = noBody;
  #contentLength = -1;
  #isChunked = false;

  /** Makes it ready for the next response. */
  begin(isHeadRequest: boolean, keepsHead: boolean, keepsBody: boolean): void {
    this.#keepsHead = keepsHead;
    this.head = '';
    this.#stage = 'head';
    this.#isHeadRequest = isHeadRequest;
    this.#keepsBody = keepsBody;
    this.#pieces = [];
    this.#held = noBody;
    this.headBytes = 0;
    this.bodyBytes = 0;
    this.contentBytes = 0;
    this.problem = '';
  }

  /** Nothing of a response has arrived yet. */
  get isUntouched(): boolean {
    return this.#stage === 'head' && this.headBytes === 0 && this.#held.length === 0;
  }

  body(): Buffer {
    const [first] = this.#pieces;
    return this.#pieces.length <= 1 ? (first ?? noBody) : Buffer.concat(this.#pieces);
  }

  /** Takes what has arrived; `data` belongs to the caller again afterwards. */
  feed(data: Buffer): Progress {
    let at = 0;
    while (at < data.length) {
      if (this.#stage === 'done') {
        // More than was announced: nobody knows what the next bytes on this connection mean.
        this.isKeepAlive = false;
        return 'done';
      }
      at = this.#take(data, at);
      if (at < 0) {
        return 'broken';
      }
    }
    return this.#stage === 'done' ? 'done' : 'more';
  }

  /** The other side has closed the connection. */
  end(): Progress {
    this.isKeepAlive = false;
    if (this.#stage === 'until-close') {
      this.#stage = 'done';
    }
    if (this.#stage === 'done') {
      return 'done';
    }
    return this.#break(this.isUntouched ? 'no-response' : 'early-end');
  }

  #take(data: Buffer, at: number): number {
    switch (this.#stage) {
      case 'head':
        return this.#takeHead(data, at);
      case 'length':
      case 'chunk-data':
        return this.#takeBody(data, at, Math.min(data.length, at + this.#left));
      case 'until-close':
        return this.#takeBody(data, at, data.length);
      default:
        return this.#takeLine(data, at);
    }
  }

  #takeHead(data: Buffer, at: number): number {
    // The usual case: all of it in one piece.
    if (this.#held.length === 0) {
      const end = endOfHead(data, at);
      if (end >= 0) {
        return this.#readHead(data, at, end) ? end : -1;
      }
      this.#held = Buffer.from(data.subarray(at));
    } else {
      const before = this.#held.length;
      this.#held = Buffer.concat([this.#held, data.subarray(at)]);
      const end = endOfHead(this.#held, 0);
      if (end >= 0) {
        const held = this.#held;
        this.#held = noBody;
        return this.#readHead(held, 0, end) ? at + end - before : -1;
      }
    }
    if (this.#held.length > maxHeadBytes) {
      this.#break('head-too-large');
      return -1;
    }
    return data.length;
  }

  /** `end` is behind the empty line. */
  #readHead(data: Buffer, at: number, end: number): boolean {
    let start = at;
    // Some servers send an empty line before the response.
    while (data[start] === cr || data[start] === lf) {
      start += 1;
    }
    this.headBytes += end - at;
    const statusEnd = endOfLine(data, start, end);
    if (!this.#readStatusLine(data, start, statusEnd)) {
      this.#break('no-status-line');
      return false;
    }
    this.#contentLength = -1;
    this.#isChunked = false;
    if (!this.#readFraming(data, statusEnd + 1, end)) {
      this.#break('bad-length');
      return false;
    }
    if (this.status >= 100 && this.status < 200 && this.status !== 101) {
      // An interim response; the real one follows.
      return true;
    }
    if (this.#keepsHead) {
      this.head = data.toString('latin1', start, trimmedEnd(data, start, end));
    }
    this.#chooseStage();
    return true;
  }

  #readStatusLine(data: Buffer, start: number, end: number): boolean {
    // HTTP/1.1 200 OK
    if (data[start] !== 0x48 || data[start + 4] !== 0x2f) {
      return false;
    }
    const minor = data[start + 7] ?? 0;
    let blank = start + 5;
    while (blank < end && data[blank] !== space) {
      blank += 1;
    }
    const status =
      ((data[blank + 1] ?? 0) - 48) * 100 +
      ((data[blank + 2] ?? 0) - 48) * 10 +
      ((data[blank + 3] ?? 0) - 48);
    if (!(status >= 100 && status <= 999)) {
      return false;
    }
    this.status = status;
    this.#readReason(data, Math.min(blank + 5, end), trimmedEnd(data, blank + 4, end));
    this.isKeepAlive = minor !== 0x30;
    return true;
  }

  /** Nearly always the same as last time, so it is compared before a text is made of it. */
  #readReason(data: Buffer, start: number, end: number): void {
    const { reason } = this;
    let at = 0;
    while (at < reason.length && data[start + at] === reason.charCodeAt(at)) {
      at += 1;
    }
    if (at !== reason.length || start + at !== end) {
      this.reason = data.toString('latin1', start, Math.max(start, end));
    }
  }

  /** Looks only at Content-Length, Transfer-Encoding and Connection. */
  #readFraming(data: Buffer, from: number, end: number): boolean {
    for (let line = from; line < end; ) {
      const lineEnd = endOfLine(data, line, end);
      const first = (data[line] ?? 0) | 0x20;
      // c(onnection), c(ontent-length), t(ransfer-encoding)
      if ((first === 0x63 || first === 0x74) && !this.#readHeader(data, line, lineEnd)) {
        return false;
      }
      line = lineEnd + 1;
    }
    return true;
  }

  #readHeader(data: Buffer, start: number, end: number): boolean {
    const length =
      data[start + 14] === colon ? 14 : data[start + 10] === colon ? 10 : data[start + 17] === colon ? 17 : 0;
    if (length === 0 || start + length > end) {
      return true;
    }
    const at = start + length;
    if (length === 14 && isContentLength(data, start)) {
      return this.#readLength(data, at + 1, end);
    }
    const name = data.toString('latin1', start, at).toLowerCase();
    const value = data.toString('latin1', at + 1, trimmedEnd(data, at + 1, end)).trim();
    if (name === 'transfer-encoding') {
      this.#isChunked = /(?:^|,)\s*chunked\s*$/i.test(value);
    } else if (name === 'connection') {
      if (/(?:^|,)\s*close\s*(?:,|$)/i.test(value)) {
        this.isKeepAlive = false;
      } else if (/(?:^|,)\s*keep-alive\s*(?:,|$)/i.test(value)) {
        this.isKeepAlive = true;
      }
    }
    return true;
  }

  #readLength(data: Buffer, start: number, end: number): boolean {
    const last = trimmedEnd(data, start, end);
    let at = start;
    while (data[at] === space || data[at] === tab) {
      at += 1;
    }
    if (at === last || last - at > 15) {
      return false;
    }
    let length = 0;
    for (; at < last; at++) {
      const digit = (data[at] ?? 0) - 48;
      if (digit < 0 || digit > 9) {
        return false;
      }
      length = length * 10 + digit;
    }
    // Named twice with two values: whoever believes the wrong one reads the next response wrongly.
    if (this.#contentLength >= 0 && this.#contentLength !== length) {
      return false;
    }
    this.#contentLength = length;
    return true;
  }

  /** As HttpClient has it. */
  get mayHaveBody(): boolean {
    return !this.#isHeadRequest && ![101, 204, 205, 304].includes(this.status);
  }

  #chooseStage(): void {
    if (!this.mayHaveBody || (this.#contentLength === 0 && !this.#isChunked)) {
      this.#stage = 'done';
    } else if (this.#isChunked) {
      this.#stage = 'chunk-size';
    } else if (this.#contentLength > 0) {
      this.#stage = 'length';
      this.#left = this.#contentLength;
    } else {
      this.#stage = 'until-close';
      this.isKeepAlive = false;
    }
  }

  #takeBody(data: Buffer, at: number, end: number): number {
    const length = end - at;
    this.bodyBytes += length;
    this.contentBytes += length;
    if (this.#keepsBody) {
      this.#pieces.push(Buffer.from(data.subarray(at, end)));
    }
    if (this.#stage !== 'until-close') {
      this.#left -= length;
      if (this.#left === 0) {
        this.#stage = this.#stage === 'length' ? 'done' : 'chunk-end';
      }
    }
    return end;
  }

  /** Sizes of chunks, the line ends behind them, and trailers. */
  #takeLine(data: Buffer, at: number): number {
    const found = data.indexOf(lf, at);
    const end = found < 0 ? data.length : found + 1;
    this.bodyBytes += end - at;
    if (found < 0 || this.#held.length > 0) {
      this.#held = Buffer.concat([this.#held, data.subarray(at, end)]);
      if (this.#held.length > maxHeadBytes) {
        this.#break('bad-chunk');
        return -1;
      }
      if (found < 0) {
        return end;
      }
    }
    const line = this.#held.length > 0 ? this.#held : data.subarray(at, end);
    this.#held = noBody;
    return this.#readLine(line.toString('latin1', 0, trimmedEnd(line, 0, line.length))) ? end : -1;
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
      return line === '' || this.#break('bad-chunk') !== 'broken';
    }
    const size = /^[ \t]*([0-9a-fA-F]{1,13})[ \t]*(?:;.*)?$/.exec(line)?.[1];
    if (size === undefined) {
      return this.#break('bad-chunk') !== 'broken';
    }
    this.#left = Number.parseInt(size, 16);
    this.#stage = this.#left === 0 ? 'trailer' : 'chunk-data';
    return true;
  }

  #break(problem: string): Progress {
    this.problem = problem;
    this.isKeepAlive = false;
    return 'broken';
  }
}

/** Behind the empty line after the headers, or -1. Lines may end in a line feed alone. */
function endOfHead(data: Buffer, from: number): number {
  let at = from;
  // Empty lines before the status line do not end the head.
  while (data[at] === cr || data[at] === lf) {
    at += 1;
  }
  const { length } = data;
  for (; at < length; at++) {
    if (data[at] !== lf) {
      continue;
    }
    const next = data[at + 1];
    if (next === lf) {
      return at + 2;
    }
    if (next === cr && data[at + 2] === lf) {
      return at + 3;
    }
  }
  return -1;
}

function endOfLine(data: Buffer, from: number, end: number): number {
  let at = from;
  while (at < end && data[at] !== lf) {
    at += 1;
  }
  return at;
}

const contentLength = Buffer.from('content-length');

function isContentLength(data: Buffer, start: number): boolean {
  for (let at = 0; at < 14; at++) {
    if (((data[start + at] ?? 0) | 0x20) !== contentLength[at]) {
      return false;
    }
  }
  return true;
}

function trimmedEnd(data: Buffer, start: number, end: number): number {
  let at = end;
  while (at > start) {
    const byte = data[at - 1];
    if (byte !== cr && byte !== lf && byte !== space && byte !== tab) {
      break;
    }
    at -= 1;
  }
  return at;
}
