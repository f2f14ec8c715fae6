import { createHash, randomBytes } from 'node:crypto';
import { javaTrim } from '../../../languages/java/java-text.ts';
import type { HeaderLine } from '../http-request.ts';
import { WebSocketFailure } from './websocket-failure.ts';

/** Headers that the plugin sets itself. */
const ownHeaders = new Set(['host', 'upgrade', 'connection', 'sec-websocket-key', 'sec-websocket-version']);
const acceptSuffix = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

export interface UpgradeRequest {
  readonly bytes: Buffer;
  readonly key: string;
}

/** `address` is host:port. Throws when a header has a line break. */
export function upgradeRequest(
  target: string,
  address: string,
  headers: readonly HeaderLine[],
): UpgradeRequest {
  const lines = headers
    .filter(([name]) => !ownHeaders.has(name.toLowerCase()))
    .map(([name, value]) => `${name}: ${value}`);
  if (lines.some((line) => /[\r\n]/.test(line))) {
    throw new WebSocketFailure(
      'other',
      'java.lang.IllegalArgumentException: Invalid header; contains new line.',
    );
  }
  const key = randomBytes(16).toString('base64');
  const head = [
    `GET ${target} HTTP/1.1`,
    `Host: ${address}`,
    ...lines,
    'Upgrade: websocket',
    'Connection: Upgrade',
    `Sec-WebSocket-Key: ${key}`,
    'Sec-WebSocket-Version: 13',
  ];
  return { key, bytes: Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'utf8') };
}

export interface UpgradeResponse {
  /** Sorted by name; repeated ones are joined. */
  readonly headers: readonly HeaderLine[];
  /** Bytes of the response, as the plugin counts them. */
  readonly sizeBytes: number;
  /** Bytes received after the response: the first frames. */
  readonly rest: Buffer;
}

const maxHeadBytes = 1 << 20;
const lineFeed = 0x0a;
const noBytes = Buffer.alloc(0);

/** Reads the response to an upgrade request, each byte once. Throws when it does not accept the upgrade. */
export class UpgradeReader {
  readonly #key: string;
  readonly #headers = new Map<string, [name: string, value: string]>();
  /** Bytes of the incomplete line. */
  #pieces: Buffer[] = [];
  #hasStatus = false;
  #sizeBytes = 0;

  constructor(key: string) {
    this.#key = key;
  }

  /** Undefined while the response is incomplete. */
  add(bytes: Buffer): UpgradeResponse | undefined {
    let from = 0;
    for (let at = bytes.indexOf(lineFeed); at >= 0; at = bytes.indexOf(lineFeed, from)) {
      const line = this.#lineWith(bytes.subarray(from, at + 1));
      this.#sizeBytes += at + 1 - from;
      from = at + 1;
      if (this.#take(line)) {
        return this.#response(bytes.subarray(from));
      }
    }
    this.#sizeBytes += bytes.length - from;
    if (this.#sizeBytes > maxHeadBytes) {
      throw new WebSocketFailure('io', 'Response to the upgrade request is larger than 1 MiB');
    }
    if (from < bytes.length) {
      // The caller reuses its buffer.
      this.#pieces.push(Buffer.from(bytes.subarray(from)));
    }
    return undefined;
  }

  /** To be called at the end of the stream. */
  end(): UpgradeResponse {
    const line = this.#lineWith(noBytes);
    if (line === '' && !this.#hasStatus) {
      throw new WebSocketFailure('io', 'Empty response; connection closed.');
    }
    // The plugin also counts each read that finds the end of the stream.
    this.#sizeBytes += this.#take(line) ? 1 : 2;
    return this.#response(noBytes);
  }

  #lineWith(last: Buffer): string {
    const line = this.#pieces.length === 0 ? last : Buffer.concat([...this.#pieces, last]);
    this.#pieces = [];
    return asciiText(line);
  }

  /** Reads a line; returns whether it is the empty line after the headers. */
  #take(line: string): boolean {
    if (!this.#hasStatus) {
      checkStatus(line);
      this.#hasStatus = true;
      return false;
    }
    addHeader(this.#headers, line);
    return javaTrim(line) === '';
  }

  #response(rest: Buffer): UpgradeResponse {
    checkHeaders(this.#headers, this.#key);
    return { headers: sorted(this.#headers), sizeBytes: this.#sizeBytes, rest };
  }
}

const asciiText = (bytes: Buffer) =>
  bytes
    .toString('latin1')
    .replace(/[\r\n]/g, '')
    .replace(/[\x80-\xff]/g, '\ufffd');

function checkStatus(line: string): void {
  const status = /^HTTP\/\d\.\d (\d{3})/.exec(line)?.[1];
  if (status === undefined) {
    throw new WebSocketFailure('io', 'Invalid status line');
  }
  if (status !== '101') {
    const number = String(Number(status));
    throw new WebSocketFailure('upgrade', `Got unexpected status ${number} with statusLine:${line}`, number);
  }
}

function addHeader(headers: Map<string, [name: string, value: string]>, line: string): void {
  const colon = line.indexOf(':');
  if (colon < 0) {
    return;
  }
  const name = line.slice(0, colon);
  const value = javaTrim(line.slice(colon + 1));
  const known = headers.get(name.toLowerCase());
  headers.set(name.toLowerCase(), known ? [known[0], `${known[1]}, ${value}`] : [name, value]);
}

function checkHeaders(headers: ReadonlyMap<string, readonly [string, string]>, key: string): void {
  const header = (name: string) => headers.get(name)?.[1];
  const fail = (what: string) => {
    throw new WebSocketFailure('upgrade', `Server response ${what}`);
  };
  if (header('upgrade')?.toLowerCase() !== 'websocket') {
    fail("should contain 'Upgrade' header with value 'websocket'");
  }
  if (header('connection')?.toLowerCase() !== 'upgrade') {
    fail("should contain 'Connection' header with value 'Upgrade'");
  }
  const accept = header('sec-websocket-accept');
  if (accept === undefined) {
    fail("should contain 'Sec-WebSocket-Accept' header");
  }
  if (accept !== acceptOf(key)) {
    fail("header 'Sec-WebSocket-Accept' has incorrect value.");
  }
}

/** The `Sec-WebSocket-Accept` header for the key of a request. */
export const acceptOf = (key: string) => createHash('sha1').update(`${key}${acceptSuffix}`).digest('base64');

const sorted = (headers: ReadonlyMap<string, HeaderLine>): HeaderLine[] =>
  [...headers].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, line]) => line);
