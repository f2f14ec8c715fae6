import { type HeadFacts, type KnownHead, KnownHeads } from './known-heads.ts';
import { LastText } from './last-text.ts';

const cr = 0x0d;
const lf = 0x0a;
const colon = 0x3a;
const space = 0x20;
const tab = 0x09;

/** More than any real server sends; what goes on beyond it is no answer. */
const maxHeadBytes = 1 << 20;
const noBody = Buffer.alloc(0);
/** Of a head that breaks off, and of one that does so within a line end; more of it than it takes does no harm. */
const headEnd = Buffer.from('\r\n\r\n');
const lastLineEnd = Buffer.from('\n\r\n\n');
const reasons = new LastText();
const types = new LastText();
const encodings = new LastText();
const knownHeads = new KnownHeads();

type Stage =
  | 'head'
  | 'length'
  | 'chunk-size'
  | 'chunk-data'
  | 'chunk-end'
  | 'trailer'
  | 'until-close'
  | 'done';
/** `done-early`: what was fed has more in it than the response, from `restAt` on. */
export type Progress = 'more' | 'done' | 'done-early' | 'broken';

/**
 * Reads one HTTP/1.1 response from whatever pieces it arrives in. Only what decides about framing and decoding is looked
 * at; the other headers stay text until somebody asks. One parser serves a connection for all its responses.
 */
export class ResponseParser {
  status = 0;
  reason = '';
  /** The status line and headers as they came, without the empty line; empty when nobody wants them. */
  head = '';
  /** On the wire, with the empty line; interim responses too. */
  headBytes = 0;
  /** As JMeter counts them: only those of the last response, with its own idea of their line ends. */
  jmeterHeadBytes = 0;
  /** On the wire, with the framing of chunks. */
  bodyBytes = 0;
  /** Without that framing. */
  contentBytes = 0;
  isKeepAlive = false;
  restAt = 0;
  /** Why it was `broken`. */
  problem = '';
  /** Of the last header of that name. */
  contentType: string | undefined;
  contentEncoding: string | undefined;
  /** What the server says for how long it keeps the connection. */
  keepAliveSeconds: number | undefined;
  hasCookies = false;
  #stage: Stage = 'head';
  #isHeadRequest = false;
  #keepsHead = false;
  #keepsBody = false;
  #left = 0;
  #pieces: Buffer[] | undefined;
  /** A body that came in one piece, where it was read; nobody's once `feed` was called again or `forgetBody`. */
  #source: Buffer | undefined;
  #sourceStart = 0;
  #sourceEnd = 0;
  /** What of the head, or of a line between chunks, has come so far. */
  #held: Buffer = noBody;
  #heldLength = 0;
  #contentLength = -1;
  #isChunked = false;
  #chunkSize = 0;
  /** Whether the head wants to keep the connection, whatever its body means for that. */
  #saysKeepAlive = false;

  /** Makes it ready for the next response. */
  begin(isHeadRequest: boolean, keepsHead: boolean, keepsBody: boolean): void {
    this.#keepsHead = keepsHead;
    this.head = '';
    this.#stage = 'head';
    this.#isHeadRequest = isHeadRequest;
    this.#keepsBody = keepsBody;
    this.#pieces = undefined;
    this.#source = undefined;
    this.#heldLength = 0;
    this.headBytes = 0;
    this.bodyBytes = 0;
    this.contentBytes = 0;
    this.problem = '';
  }

  /** The head of the answer itself, not only of interim ones, has been read. */
  get hasHead(): boolean {
    return this.#stage !== 'head';
  }

  /** A copy of its own. */
  body(): Buffer {
    if (this.#source) {
      const length = this.#sourceEnd - this.#sourceStart;
      const copy = length === 0 ? noBody : Buffer.allocUnsafe(length);
      this.#source.copy(copy, 0, this.#sourceStart, this.#sourceEnd);
      return copy;
    }
    const pieces = this.#pieces ?? [];
    return pieces.length <= 1 ? (pieces[0] ?? noBody) : Buffer.concat(pieces);
  }

  /** The body as text, where it came in one piece and is not encoded any further. */
  text(encoding: 'utf8' | 'latin1'): string | undefined {
    return this.#source && this.contentEncoding === undefined
      ? slice(this.#source, encoding, this.#sourceStart, this.#sourceEnd)
      : undefined;
  }

  /** What has been read into belongs to somebody else from now on. */
  forgetBody(): void {
    this.#source = undefined;
    this.#pieces = undefined;
  }

  /** Takes what has arrived; `data` belongs to the caller again once the body was asked for. */
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

  /** The other side has closed the connection. */
  end(): Progress {
    if (this.#stage === 'head' && this.#heldLength > 0 && !this.#endHead()) {
      return this.#break('no-status-line');
    }
    this.isKeepAlive = false;
    if (this.#stage === 'until-close') {
      this.#stage = 'done';
    }
    if (this.#stage === 'done') {
      return 'done';
    }
    return this.#break(this.#stage === 'head' ? 'no-response' : this.#prematureEnd());
  }

  /** To HttpClient a head that breaks off is a whole one, and so is its last line. */
  #endHead(): boolean {
    const held = this.#held;
    const length = this.#heldLength;
    const statusAt = this.#statusLineAt();
    const last = held.lastIndexOf(lf, length - 1) + 1;
    if (statusAt < 0 || (statusAt < last && last < length && isNoHeader(held, last, length))) {
      return false;
    }
    this.#hold(held[length - 1] === cr ? lastLineEnd : headEnd, 0, headEnd.length);
    const behind = this.#readHead(this.#held, 0, this.#heldLength);
    this.#heldLength = 0;
    this.headBytes += length - behind;
    return behind > 0;
  }

  /** Among what was held of the head; -1 when there is none. */
  #statusLineAt(): number {
    for (let start = 0; start < this.#heldLength; ) {
      const end = endOfLine(this.#held, start, this.#heldLength);
      if (namesProtocol(this.#held, start, end)) {
        return start;
      }
      start = end + 1;
    }
    return -1;
  }

  /** In HttpClient's words. */
  #prematureEnd(): string {
    const expected = withCommas(this.#stage === 'length' ? this.#contentLength : this.#chunkSize);
    switch (this.#stage) {
      case 'length':
        return `Premature end of Content-Length delimited message body (expected: ${expected}; received: ${withCommas(this.contentBytes)})`;
      case 'chunk-data':
        return `Truncated chunk (expected size: ${expected}; actual size: ${withCommas(this.#chunkSize - this.#left)})`;
      case 'chunk-end':
        return 'CRLF expected at end of chunk';
      default:
        return 'Premature end of chunk coded message body: closing chunk expected';
    }
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
    // The usual case: all of it in one piece.
    if (this.#heldLength === 0) {
      const behind = this.#readWholeHead(data, at, end);
      if (behind !== 0) {
        return behind;
      }
      this.#hold(data, at, end);
    } else {
      const before = this.#heldLength;
      this.#hold(data, at, end);
      // Without a line feed there is nothing new to be seen.
      if (hasLineFeed(data, at, end)) {
        const behind = this.#readHead(this.#held, 0, this.#heldLength);
        if (behind !== 0) {
          this.#heldLength = 0;
          return behind < 0 ? behind : at + behind - before;
        }
      }
    }
    if (this.#heldLength > maxHeadBytes) {
      this.#break('head-too-large');
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

  /** The same head comes again and again: for a second at least, until its date changes. */
  #readWholeHead(data: Buffer, at: number, end: number): number {
    if (at !== 0) {
      return this.#readHead(data, at, end);
    }
    const known = knownHeads.find(data, end);
    if (known !== undefined) {
      this.#takeKnown(known);
      return known.length;
    }
    const behind = this.#readHead(data, at, end);
    if (behind > 0 && this.#keepsHead && this.hasHead) {
      knownHeads.add(data, end, behind, this.#facts());
    }
    return behind;
  }

  #facts(): HeadFacts {
    return {
      status: this.status,
      reason: this.reason,
      head: this.head,
      jmeterHeadBytes: this.jmeterHeadBytes,
      isKeepAlive: this.#saysKeepAlive,
      contentType: this.contentType,
      contentEncoding: this.contentEncoding,
      keepAliveSeconds: this.keepAliveSeconds,
      hasCookies: this.hasCookies,
      contentLength: this.#contentLength,
      isChunked: this.#isChunked,
    };
  }

  #takeKnown({ facts, length }: KnownHead): void {
    this.status = facts.status;
    this.reason = facts.reason;
    this.head = this.#keepsHead ? facts.head : '';
    this.headBytes += length;
    this.jmeterHeadBytes = facts.jmeterHeadBytes;
    this.isKeepAlive = facts.isKeepAlive;
    this.contentType = facts.contentType;
    this.contentEncoding = facts.contentEncoding;
    this.keepAliveSeconds = facts.keepAliveSeconds;
    this.hasCookies = facts.hasCookies;
    this.#contentLength = facts.contentLength;
    this.#isChunked = facts.isChunked;
    this.#chooseStage();
  }

  /** Returns what is behind the empty line; 0 when that has not come yet, -1 when this is no response. */
  #readHead(data: Buffer, at: number, end: number): number {
    let start = at;
    let statusEnd = endOfLine(data, start, end);
    // Whatever lines come before the response are passed over, as HttpClient does.
    while (statusEnd < end && !namesProtocol(data, start, statusEnd)) {
      start = statusEnd + 1;
      statusEnd = endOfLine(data, start, end);
    }
    this.#contentLength = -1;
    this.#isChunked = false;
    this.contentType = undefined;
    this.contentEncoding = undefined;
    this.keepAliveSeconds = undefined;
    this.hasCookies = false;
    // Headers may change what the status line says about keeping the connection.
    const isStatusLine = statusEnd < end && this.#readStatusLine(data, start, statusEnd);
    let hasLengths = true;
    let counted = 0;
    let line = statusEnd + 1;
    for (;;) {
      if (line >= end) {
        return 0;
      }
      const first = data[line];
      if (first === lf || (first === cr && line + 1 < end && data[line + 1] === lf)) {
        break;
      }
      const lineEnd = endOfLine(data, line, end);
      if (lineEnd >= end) {
        return 0;
      }
      hasLengths &&= this.#readHeader(data, line, lineEnd);
      counted += lineEnd - line + (data[lineEnd - 1] === cr ? 1 : 2);
      line = lineEnd + 1;
    }
    const behind = line + (data[line] === lf ? 1 : 2);
    this.headBytes += behind - at;
    if (!isStatusLine || !hasLengths) {
      this.#break(isStatusLine ? 'bad-length' : 'no-status-line');
      return -1;
    }
    if (this.status >= 100 && this.status < 200 && this.status !== 101) {
      // An interim response; the real one follows.
      return behind;
    }
    if (this.#keepsHead) {
      this.head = data.toString('latin1', start, trimmedEnd(data, start, line));
    }
    this.#saysKeepAlive = this.isKeepAlive;
    this.jmeterHeadBytes = 'HTTP/1.1 200 \r\n\r\n'.length + this.reason.length + counted;
    this.#chooseStage();
    return behind;
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
    const isShort = (data[blank + 3] ?? 0) < 48;
    if (isShort || !(status >= 100 && status <= 999)) {
      return false;
    }
    this.status = status;
    this.reason = reasons.read(data, Math.min(blank + 5, end), trimmedEnd(data, blank + 4, end));
    this.isKeepAlive = minor !== 0x30;
    return true;
  }

  /** Looks only at those that say how the rest is to be read. False when a length is none. */
  #readHeader(data: Buffer, start: number, end: number): boolean {
    switch ((data[start] ?? 0) | 0x20) {
      case 0x63: // c
        return this.#readContentHeader(data, start, end);
      case 0x74: // t
        if (isName(data, start, end, 'transfer-encoding')) {
          this.#isChunked = /(?:^|,)\s*chunked\s*$/i.test(valueIn(data, start + 18, end));
        }
        return true;
      case 0x6b: // k
        if (this.keepAliveSeconds === undefined && isName(data, start, end, 'keep-alive')) {
          const seconds = /\btimeout=(\d+)/i.exec(valueIn(data, start + 11, end))?.[1];
          this.keepAliveSeconds = seconds === undefined ? undefined : Number(seconds);
        }
        return true;
      case 0x73: // s
        this.hasCookies ||= isName(data, start, end, 'set-cookie');
        return true;
      default:
        return true;
    }
  }

  #readContentHeader(data: Buffer, start: number, end: number): boolean {
    if (isName(data, start, end, 'content-length')) {
      return this.#readLength(data, start + 15, end);
    }
    if (isName(data, start, end, 'content-type')) {
      const last = trimmedEnd(data, start + 13, end);
      this.contentType = types.read(data, trimmedStart(data, start + 13, last), last);
    } else if (isName(data, start, end, 'content-encoding')) {
      const last = trimmedEnd(data, start + 17, end);
      this.contentEncoding = encodings.read(data, trimmedStart(data, start + 17, last), last);
    } else if (isName(data, start, end, 'connection')) {
      this.#readConnection(valueIn(data, start + 11, end));
    }
    return true;
  }

  #readConnection(value: string): void {
    if (value === 'keep-alive') {
      this.isKeepAlive = true;
    } else if (/(?:^|,)\s*close\s*(?:,|$)/i.test(value)) {
      this.isKeepAlive = false;
    } else if (/(?:^|,)\s*keep-alive\s*(?:,|$)/i.test(value)) {
      this.isKeepAlive = true;
    }
  }

  #readLength(data: Buffer, start: number, end: number): boolean {
    const last = trimmedEnd(data, start, end);
    let at = trimmedStart(data, start, last);
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
    const { status } = this;
    return !this.#isHeadRequest && status !== 204 && status !== 304 && status !== 205 && status !== 101;
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
    // What is encoded may turn out to be broken, so it is always looked at.
    if (this.#keepsBody || this.contentEncoding !== undefined) {
      if (this.#stage === 'length' && length === this.#contentLength) {
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

  /** Sizes of chunks, the line ends behind them, and trailers. */
  #takeLine(data: Buffer, at: number, end: number): number {
    const found = endOfLine(data, at, end);
    const behind = found < end ? found + 1 : end;
    this.bodyBytes += behind - at;
    if (found === end || this.#heldLength > 0) {
      this.#hold(data, at, behind);
      if (this.#heldLength > maxHeadBytes) {
        this.#break('bad-chunk');
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
      return line === '' || this.#break('Unexpected content at the end of chunk') !== 'broken';
    }
    const size = /^([0-9a-fA-F]{1,13})[ \t]*(?:;.*)?$/.exec(line)?.[1];
    if (size === undefined) {
      return this.#break(`Bad chunk header: ${line}`) !== 'broken';
    }
    this.#chunkSize = Number.parseInt(size, 16);
    this.#left = this.#chunkSize;
    this.#stage = this.#left === 0 ? 'trailer' : 'chunk-data';
    return true;
  }

  #break(problem: string): Progress {
    this.problem = problem;
    this.isKeepAlive = false;
    return 'broken';
  }
}

function endOfLine(data: Buffer, from: number, end: number): number {
  let at = from;
  while (at < end && data[at] !== lf) {
    at += 1;
  }
  return at;
}

/** Whether it may be a status line: HTTP/ and something behind it. */
function namesProtocol(data: Buffer, from: number, end: number): boolean {
  const start = trimmedStart(data, from, end);
  return (
    end - start >= 8 &&
    data[start] === 0x48 &&
    data[start + 1] === 0x54 &&
    data[start + 2] === 0x54 &&
    data[start + 3] === 0x50 &&
    data[start + 4] === 0x2f
  );
}

/** Nor the rest of one, nor an empty line. */
function isNoHeader(data: Buffer, start: number, end: number): boolean {
  const first = data[start];
  return first !== cr && first !== space && first !== tab && !data.subarray(start, end).includes(colon);
}

const hasLineFeed = (data: Buffer, from: number, end: number) => endOfLine(data, from, end) < end;

/** Whether the line is a header of that name, which is written small. */
function isName(data: Buffer, start: number, end: number, name: string): boolean {
  const { length } = name;
  if (start + length >= end || data[start + length] !== colon) {
    return false;
  }
  for (let at = 1; at < length; at++) {
    if (((data[start + at] ?? 0) | 0x20) !== name.charCodeAt(at)) {
      return false;
    }
  }
  return true;
}

function valueIn(data: Buffer, start: number, end: number): string {
  const last = trimmedEnd(data, start, end);
  return data.toString('latin1', trimmedStart(data, start, last), last);
}

function trimmedStart(data: Buffer, start: number, end: number): number {
  let at = start;
  while (at < end && (data[at] === space || data[at] === tab)) {
    at += 1;
  }
  return at;
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

/** Buffer's own, which `toString` comes to after a while. */
type Slices = {
  utf8Slice(start: number, end: number): string;
  latin1Slice(start: number, end: number): string;
};

function slice(data: Buffer, encoding: 'utf8' | 'latin1', start: number, end: number): string {
  const slices = data as unknown as Slices;
  return encoding === 'utf8' ? slices.utf8Slice(start, end) : slices.latin1Slice(start, end);
}

const withCommas = (count: number) => count.toLocaleString('en-US');
