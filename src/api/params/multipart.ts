import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { Busboy, type BusboyFileStream, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import { AppError } from '../../domain/errors.ts';
import { bodyTooLarge, maxParameters } from './body-limits.ts';
import { clientGone, watchBody } from './body-stream.ts';
import type { ParamEntry } from './nested.ts';

const defaultQuietMs = 1_000;
const maxFieldBytes = 1024 * 1024;
const limits = { fieldNameSize: 500, fields: maxParameters, files: 1_000, headerPairs: 100 };

export interface MultipartLimits {
  /** Limit of names and values of all fields, which are kept in memory. */
  maxFieldsBytes: number;
  /** Limit of the whole body including files. Undefined: `onFile` limits the files. */
  maxBodyBytes?: number;
  /** Time without progress at the end of the body after which the form counts as incomplete. */
  quietMs?: number;
}

/**
 * Reads multipart/form-data in any order. Each file is passed to `onFile` as a stream, which must be read to its end or
 * resumed; resolves with the fields. On failure all open file streams are destroyed.
 */
export async function readMultipart(
  source: Readable,
  headers: IncomingHttpHeaders,
  { maxFieldsBytes, maxBodyBytes = Number.POSITIVE_INFINITY, quietMs = defaultQuietMs }: MultipartLimits,
  onFile: (field: string, fileName: string, stream: Readable) => Promise<void>,
): Promise<ParamEntry[]> {
  const fieldSize = Math.min(maxFieldBytes, maxFieldsBytes);
  const parser = createParser(headers, fieldSize);
  const entries: ParamEntry[] = [];
  const work: Promise<void>[] = [];
  const open = new Set<BusboyFileStream>();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let isOver = false;
  let fieldsBytes = 0;
  let bodyBytes = 0;

  const fail = (error: unknown) => {
    if (isOver) return;
    isOver = true;
    source.unpipe(parser);
    for (const stream of open) stream.destroy(new Error('The upload ended early.'));
    reject(asAppError(error));
  };
  const refuse = (what: string) => () => fail(new AppError('malformed', `The form has more than ${what}.`));

  parser.on('file', (field, stream, fileName) => {
    if (isOver) {
      // The parser is still processing buffered data when the form fails; this file never ends.
      stream.on('error', () => {}).resume();
      return;
    }
    open.add(stream);
    stream.once('close', () => open.delete(stream)).on('error', () => {});
    // Failures after the last byte of the form are reported by the file handlers.
    const taken = onFile(field, fileName ?? '', stream);
    taken.catch(fail);
    work.push(taken);
  });
  parser.on('field', (key, value, isNameCut, isValueCut) => {
    // The type is wrong: a part may have no name.
    if (key === undefined || isNameCut || isOver) return;
    fieldsBytes += key.length + Buffer.byteLength(value);
    if (isValueCut) fail(fieldTooLong(key, fieldSize));
    else if (fieldsBytes > maxFieldsBytes) fail(bodyTooLarge('The fields of a form', maxFieldsBytes));
    else entries.push({ key, value });
  });
  parser.once('fieldsLimit', refuse(`${limits.fields} fields`));
  parser.once('filesLimit', refuse(`${limits.files} files`));
  parser.once('finish', () => {
    isOver = true;
    resolve();
  });
  parser.on('error', fail);
  const onGone = () => {
    if (!source.readableEnded) fail(clientGone());
  };
  const onData = (chunk: Buffer) => {
    bodyBytes += chunk.length;
    if (bodyBytes > maxBodyBytes) fail(bodyTooLarge('A form', maxBodyBytes));
  };
  const onEnd = () => void failUnlessOver(work, quietMs, fail);
  source.once('close', onGone).once('error', onGone).once('end', onEnd).on('data', onData);
  const endWatch = watchBody(source, fail);

  try {
    source.pipe(parser);
    await promise;
    await Promise.all(work);
    return entries;
  } finally {
    endWatch();
    source.off('close', onGone).off('error', onGone).off('end', onEnd).off('data', onData);
    await Promise.allSettled(work);
    source.resume();
  }
}

function createParser(headers: IncomingHttpHeaders, fieldSize: number): BusboyInstance {
  try {
    return new Busboy({
      headers: headers as BusboyHeaders,
      limits: { ...limits, fieldSize },
      preservePath: true,
      isPartAFile: (_field, _contentType, fileName) => fileName !== undefined,
    });
  } catch (error) {
    throw asAppError(error);
  }
}

/** The parser never finishes for some invalid forms: fail once the body is complete and nothing is pending. */
async function failUnlessOver(
  work: readonly Promise<void>[],
  quietMs: number,
  fail: (error: AppError) => void,
): Promise<void> {
  let seen = -1;
  while (seen !== work.length) {
    seen = work.length;
    await Promise.allSettled(work);
    await delay(quietMs, undefined, { ref: false });
  }
  fail(brokenForm());
}

function fieldTooLong(key: string, maxBytes: number): AppError {
  return new AppError(
    'too_large',
    `The field ${key} is longer than ${maxBytes} bytes. Send it as a file, or shorten it.`,
    [{ code: 'too_large', message: `${key} is longer than ${maxBytes} bytes.`, field: key }],
  );
}

function brokenForm(cause?: unknown): AppError {
  const message = 'The multipart form is invalid or incomplete.';
  return new AppError('malformed', message, [], { cause });
}

function asAppError(error: unknown): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error;
  if ('code' in error && error.code !== undefined) return error;
  return brokenForm(error);
}
