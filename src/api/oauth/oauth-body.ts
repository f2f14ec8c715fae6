import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { AppError } from '../../domain/errors.ts';
import { readWhole } from '../params/body-stream.ts';
import { readMultipart } from '../params/multipart.ts';

const maxBytes = 50 * 1024;

/** Form fields of a request, urlencoded or multipart, with all values of repeated fields. */
export async function readOAuthForm(request: IncomingMessage): Promise<URLSearchParams> {
  const type = (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
  if (type === 'multipart/form-data') {
    const limits = { maxFieldsBytes: maxBytes, maxBodyBytes: maxBytes };
    const entries = await readMultipart(request, request.headers, limits, async (_field, _name, stream) => {
      stream.resume();
    });
    return new URLSearchParams(entries.map(({ key, value }) => [key, value]));
  }
  if (type !== 'application/x-www-form-urlencoded' && type !== '')
    throw new AppError('unsupported_media', 'Unsupported content type. Send a urlencoded form.');
  return new URLSearchParams((await readWhole(request, maxBytes, tooLarge)).toString('utf8'));
}

/** The same request with this form as the body, for the OAuth library. */
export function withForm(request: IncomingMessage, form: URLSearchParams): IncomingMessage {
  const body = Buffer.from(form.toString());
  const headers = {
    ...request.headers,
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': String(body.length),
  };
  const { method, url, socket, httpVersion } = request;
  const { 'transfer-encoding': _, ...kept } = headers;
  const replayed = Object.assign(Readable.from([body], { objectMode: false }), {
    method,
    url,
    socket,
    httpVersion,
    headers: kept,
  });
  return replayed as unknown as IncomingMessage;
}

function tooLarge(): AppError {
  return new AppError('too_large', `The form is larger than ${maxBytes} bytes.`);
}
