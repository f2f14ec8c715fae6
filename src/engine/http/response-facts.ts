import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { wholeText } from '../../languages/java/numbers.ts';
import type { BodyUse } from '../core.ts';
import type { Connection } from './connection.ts';
import { JavaException } from './http-failure.ts';
import { type HttpResult, headLines } from './http-result.ts';
import type { ResponseParser } from './response-parser.ts';

/** Sets the fields that JMeter sets from a response, with its byte counts. */
export function fillFromResponse(
  result: HttpResult,
  connection: Connection,
  isMd5: boolean,
  bodyUse: BodyUse,
): void {
  const { parser } = connection;
  const type = parser.contentType;
  if (type !== undefined) {
    result.setContentType(type);
  }
  const text = bodyUse === 'text' && !isMd5 ? bodyText(result, parser) : undefined;
  let decoder: Decoder | undefined;
  if (text === undefined) {
    const body = parser.body();
    decoder = parser.contentEncoding === undefined ? undefined : decoderOf(parser.contentEncoding, body);
    const content = decoder ? decode(decoder, body) : body;
    result.setBody(isMd5 && content.length > 0 ? md5(content) : content);
  } else {
    result.setDecodedBody(text);
  }
  parser.forgetBody();
  result.code = wholeText(parser.status);
  result.message = parser.reason;
  result.isSuccess = parser.status >= 200 && parser.status < 400;
  result.setRawHead(parser.head);
  result.headerBytes = parser.jmeterHeadBytes;
  if (decoder) {
    const lines = headersWhenDecoded(parser.head);
    result.responseHead = `HTTP/${parser.head.slice(5, 8)} ${parser.status} ${parser.reason}\n${lines.map((line) => `${line}\n`).join('')}`;
    // Line feeds are counted already; carriage returns and the empty line are not.
    result.headerBytes = result.responseHead.length + lines.length + 1 + 2;
  }
  result.bodyBytes = parser.headBytes + parser.bodyBytes - result.headerBytes;
  result.sentBytes = connection.sentBytes;
  if (result.isRedirect) {
    const location = headerValue(parser.head, 'location');
    if (location === undefined) {
      // JMeter fails after it has read the head, and before it sets the bytes.
      result.fixResponseHead();
      result.headerBytes = 0;
      result.bodyBytes = 0;
      result.sentBytes = 0;
      throw new JavaException(
        'java.lang.IllegalArgumentException',
        `Missing location header in redirect for ${result.method} ${result.url} HTTP/1.1`,
      );
    }
    result.redirectLocation = location;
  }
}

/** JMeter's latency ends at the first byte of the body, or at the end of an empty one; 0 if there cannot be a body. */
export function latencyOf({ firstBodyMs, lastByteMs, parser }: Connection, startMs: number): number {
  return parser.mayHaveBody ? (firstBodyMs || lastByteMs) - startMs : 0;
}

/** Sets what JMeter keeps of an incomplete response: content type and latency. */
export function fillFromBeginning(result: HttpResult, { firstBodyMs, parser }: Connection): void {
  if (parser.hasHead && parser.contentType !== undefined) {
    result.setContentType(parser.contentType);
  }
  result.latencyMs = firstBodyMs === 0 ? 0 : firstBodyMs - result.startMs;
}

/** The body decoded in the read buffer; undefined for other charsets, and for pages that may declare theirs. */
export function bodyText(result: HttpResult, parser: ResponseParser): string | undefined {
  const { encoding } = result;
  if (encoding === '') {
    // HTML pages may declare their charset.
    return result.contentType.startsWith('text/html') ? undefined : parser.text('utf8');
  }
  const name = encoding.toLowerCase();
  return name === 'utf-8' ? parser.text('utf8') : name === 'iso-8859-1' ? parser.text('latin1') : undefined;
}

/** Value of the last header with this lower-case name. */
export function headerValue(head: string, name: string): string | undefined {
  let found: string | undefined;
  for (const line of head.split('\n')) {
    if (
      line.length > name.length &&
      line[name.length] === ':' &&
      line.slice(0, name.length).toLowerCase() === name
    ) {
      found = line.slice(name.length + 1).trim();
    }
  }
  return found;
}

/** HttpClient removes these headers when decoding, and JMeter appends them at the end. */
const savedHeaders = ['content-length', 'content-encoding', 'content-md5'];

function headersWhenDecoded(head: string): string[] {
  const lines = headLines(head);
  const nameOf = (line: string) => line.slice(0, line.indexOf(':')).toLowerCase();
  const others = lines.filter((line) => !savedHeaders.includes(nameOf(line)));
  const saved = savedHeaders.flatMap((name) => lines.filter((line) => nameOf(line) === name).slice(0, 1));
  return [...others, ...saved];
}

type Decoder = (body: Buffer) => Buffer;

const decoderOf = (encoding: string, body: Buffer): Decoder | undefined =>
  body.length === 0 ? undefined : decoders[encoding.toLowerCase()];

function decode(decoder: Decoder, body: Buffer): Buffer {
  try {
    return decoder(body);
  } catch {
    throw new JavaException('java.util.zip.ZipException', 'Not in GZIP format');
  }
}

const decoders: Record<string, Decoder | undefined> = {
  gzip: (body) => gunzipSync(body),
  'x-gzip': (body) => gunzipSync(body),
  deflate: (body) => ((body[0] ?? 0) === 0x78 ? inflateSync(body) : inflateRawSync(body)),
  br: (body) => brotliDecompressSync(body),
};

export function md5(body: Buffer): Buffer {
  return Buffer.from(createHash('md5').update(body).digest('hex'));
}
