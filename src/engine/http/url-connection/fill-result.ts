import { gunzipSync } from 'node:zlib';
import { wholeText } from '../../../languages/java/numbers.ts';
import type { BodyUse } from '../../core.ts';
import type { Connection } from '../connection.ts';
import type { HttpResult } from '../http-result.ts';
import { bodyText, headerValue, md5 } from '../response-facts.ts';
import { NotProven } from './not-proven.ts';
import { responseLines } from './response-lines.ts';

const noBytes = Buffer.alloc(0);

/**
 * Sets the fields that JMeter sets from a response of java.net.HttpURLConnection. Returns false when the body was not
 * read to its end, so that the connection cannot be used again.
 */
export function fillFromUrlConnection(
  result: HttpResult,
  { parser }: Connection,
  isMd5: boolean,
  bodyUse: BodyUse,
): boolean {
  const lines = responseLines(parser.head);
  if (parser.contentType !== undefined) {
    result.setContentType(parser.contentType);
  }
  const isGzip = parser.contentEncoding === 'gzip';
  const text = bodyUse === 'text' && !isMd5 && !isGzip ? bodyText(result, parser) : undefined;
  let isWhole = true;
  if (text === undefined) {
    const body = parser.body();
    const content = isGzip ? unzip(body) : body;
    isWhole = content !== undefined;
    const read = content ?? noBytes;
    result.setBody(isMd5 && read.length > 0 ? md5(read) : read);
  } else {
    result.setDecodedBody(text);
  }
  parser.forgetBody();
  const status = lines.text.slice(0, lines.text.indexOf('\n'));
  result.code = wholeText(parser.status);
  result.message = parser.reason === '' ? status : parser.reason;
  result.isSuccess = parser.status >= 200 && parser.status < 400;
  result.responseHead = lines.text;
  result.headerBytes = lines.bytes;
  // 0: the size is that of the result's body. Of an error page, JMeter counts the decoded bytes.
  const isCounted = isWhole && !((isGzip || isMd5) && parser.status >= 400);
  result.bodyBytes = isCounted ? parser.contentBytes : 0;
  if (result.isRedirect) {
    result.redirectLocation = headerValue(parser.head, 'location') ?? '';
  }
  return isWhole;
}

/** Undefined for a body without the magic bytes of GZIP: JMeter stops reading, but the sample does not fail. */
function unzip(body: Buffer): Buffer | undefined {
  if (body.length === 0) {
    return body;
  }
  if (body[0] !== 0x1f || body[1] !== 0x8b || body[2] !== 8) {
    return undefined;
  }
  try {
    return gunzipSync(body);
  } catch {
    throw new NotProven('The body of a response is damaged GZIP');
  }
}
