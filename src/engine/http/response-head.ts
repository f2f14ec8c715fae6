import { endOfLine, isName, namesProtocol, trimmedEnd, trimmedStart, valueIn } from './head-bytes.ts';
import { type HeadFacts, type KnownHead, KnownHeads } from './known-heads.ts';
import { LastText } from './last-text.ts';

// Local constants: reading an imported one for each byte is slower.
const cr = 0x0d;
const lf = 0x0a;
const space = 0x20;
const reasons = new LastText();
const types = new LastText();
const encodings = new LastText();
const knownHeads = new KnownHeads();

/**
 * Parses the head of an HTTP/1.1 response. Only headers that affect framing and decoding are parsed; the others remain
 * text.
 */
export abstract class ResponseHead {
  status = 0;
  reason = '';
  /** Raw status line and headers without the empty line; empty when not needed. */
  head = '';
  /** Bytes on the wire, including the empty line and interim responses. */
  headBytes = 0;
  /** Of these, the bytes of interim responses. */
  interimBytes = 0;
  /** Head size as JMeter counts it: of the final response, with two bytes for each line end. */
  jmeterHeadBytes = 0;
  isKeepAlive = false;
  /** Reason for the progress `broken`. */
  problem = '';
  /** From the last header of that name. */
  contentType: string | undefined;
  contentEncoding: string | undefined;
  /** Keep-alive time announced by the server. */
  keepAliveSeconds: number | undefined;
  hasCookies = false;
  /** -1: no length. */
  protected contentLength = -1;
  protected isChunked = false;
  /** Whether the head allows a persistent connection, independent of the body. */
  #saysKeepAlive = false;
  #isHeadRequest = false;
  #keepsHead = false;

  /** Called when the head of the final response has been read. */
  protected abstract headRead(): void;

  protected beginHead(isHeadRequest: boolean, keepsHead: boolean): void {
    this.#isHeadRequest = isHeadRequest;
    this.#keepsHead = keepsHead;
    this.head = '';
    this.headBytes = 0;
    this.interimBytes = 0;
    this.problem = '';
  }

  /** Removes the interim responses so far from the byte counts. */
  forgetInterim(): void {
    this.headBytes -= this.interimBytes;
    this.interimBytes = 0;
  }

  /** Whether the response can have a body, by the rules of HttpClient. */
  get mayHaveBody(): boolean {
    const { status } = this;
    return !this.#isHeadRequest && status !== 204 && status !== 304 && status !== 205 && status !== 101;
  }

  /** `readHead` with a cache: heads of equal responses are identical until their `Date` changes, each second. */
  protected readWholeHead(data: Buffer, at: number, end: number): number {
    if (at !== 0) {
      return this.readHead(data, at, end);
    }
    const known = knownHeads.find(data, end);
    if (known !== undefined) {
      this.#takeKnown(known);
      return known.length;
    }
    const behind = this.readHead(data, at, end);
    if (behind > 0 && this.#keepsHead && !isInterim(this.status)) {
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
      contentLength: this.contentLength,
      isChunked: this.isChunked,
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
    this.contentLength = facts.contentLength;
    this.isChunked = facts.isChunked;
    this.headRead();
  }

  /** Returns the position after the empty line; 0: incomplete, -1: not a response. */
  protected readHead(data: Buffer, at: number, end: number): number {
    let start = at;
    let statusEnd = endOfLine(data, start, end);
    // Lines before the response are skipped, as in HttpClient.
    while (statusEnd < end && !namesProtocol(data, start, statusEnd)) {
      start = statusEnd + 1;
      statusEnd = endOfLine(data, start, end);
    }
    this.contentLength = -1;
    this.isChunked = false;
    this.contentType = undefined;
    this.contentEncoding = undefined;
    this.keepAliveSeconds = undefined;
    this.hasCookies = false;
    // Headers can override the status line's default for persistent connections.
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
      this.break(isStatusLine ? 'bad-length' : 'no-status-line');
      return -1;
    }
    if (isInterim(this.status)) {
      this.interimBytes += behind - at;
      return behind;
    }
    if (this.#keepsHead) {
      this.head = data.toString('latin1', start, trimmedEnd(data, start, line));
    }
    this.#saysKeepAlive = this.isKeepAlive;
    this.jmeterHeadBytes = 'HTTP/1.1 200 \r\n\r\n'.length + this.reason.length + counted;
    this.headRead();
    return behind;
  }

  #readStatusLine(data: Buffer, start: number, end: number): boolean {
    // For example: HTTP/1.1 200 OK
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

  /** Parses headers that affect framing, decoding and reuse. Returns false for an invalid length. */
  #readHeader(data: Buffer, start: number, end: number): boolean {
    switch ((data[start] ?? 0) | 0x20) {
      case 0x63: // c
        return this.#readContentHeader(data, start, end);
      case 0x74: // t
        if (isName(data, start, end, 'transfer-encoding')) {
          this.isChunked = /(?:^|,)\s*chunked\s*$/i.test(valueIn(data, start + 18, end));
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
    // Conflicting lengths: using the wrong one would corrupt the next response.
    if (this.contentLength >= 0 && this.contentLength !== length) {
      return false;
    }
    this.contentLength = length;
    return true;
  }

  protected break(problem: string): 'broken' {
    this.problem = problem;
    this.isKeepAlive = false;
    return 'broken';
  }
}

/** An interim response; the final one follows. */
const isInterim = (status: number) => status >= 100 && status < 200 && status !== 101;
