import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { AppError, type ErrorDetail } from '../../domain/errors.ts';
import { toOurs } from '../aliases.ts';
import {
  bodyTooLarge,
  formFieldsBytes,
  jsonUploadBytes,
  maxParameters,
  smallBodyBytes,
  tooManyParameters,
} from './body-limits.ts';
import { readWhole } from './body-stream.ts';
import { parseJsonBody, type ReadJsonFile } from './json-body.ts';
import { readMultipart } from './multipart.ts';
import {
  mergeTrees,
  type ParamEntry,
  type ParsedParams,
  parseNested,
  splitKey,
  withoutPrototypes,
} from './nested.ts';
import { type UploadSession, uploadTooLarge } from './uploads.ts';

export interface ReadOptions {
  /** Accepted parameter roots; others are ignored. */
  roots: ReadonlySet<string>;
  /** Undefined if files are not accepted: then the body must be small. */
  uploads: UploadOptions | undefined;
}

export interface UploadOptions {
  session: UploadSession;
  limitBytes: number;
  readJsonFile: ReadJsonFile;
}

/** Chunk size for writing in-memory files to disk, so that hashing does not block the event loop. */
const pieceBytes = 64 * 1024;

/**
 * All parameters of a request: query, multipart or urlencoded form, JSON. Files are streamed into the upload session.
 */
export async function readParams(request: IncomingMessage, options: ReadOptions): Promise<ParsedParams> {
  const query = entriesOf(new URLSearchParams(queryOf(request.url ?? '')));
  if (!hasBody(request)) return parseNested(query, options.roots);
  refuseEncoding(request);
  switch (mediaTypeOf(request)) {
    case 'multipart/form-data':
      return parseNested([...query, ...(await readForm(request, options))], options.roots);
    case '':
    case 'application/x-www-form-urlencoded': {
      const maxBytes = options.uploads ? formFieldsBytes : smallBodyBytes;
      const body = await readSmall(request, 'A urlencoded form', maxBytes);
      if (hasMoreThan(maxParameters, body, '&')) throw tooManyParameters();
      const entries = entriesOf(new URLSearchParams(body.toString('utf8')));
      return parseNested([...query, ...entries], options.roots);
    }
    case 'application/json':
    case 'application/hal+json':
    case 'application/vnd.api+json':
    case 'application/vnd.service.v2+json':
    case 'application/vnd.flood.v2+json':
      return readJson(request, query, options);
    default:
      throw new AppError(
        'unsupported_media',
        `Unsupported content type ${mediaTypeOf(request)}. Send multipart/form-data, a urlencoded form or JSON.`,
      );
  }
}

export function queryOf(url: string): string {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at + 1);
}

async function readForm(request: IncomingMessage, { uploads }: ReadOptions): Promise<ParamEntry[]> {
  const maxBytes = uploads ? uploads.limitBytes + formFieldsBytes : smallBodyBytes;
  if (announcedBytes(request) > maxBytes) {
    throw uploads ? uploadTooLarge(uploads.limitBytes) : bodyTooLarge('A form', maxBytes);
  }
  const limits = uploads
    ? { maxFieldsBytes: formFieldsBytes }
    : { maxFieldsBytes: smallBodyBytes, maxBodyBytes: smallBodyBytes };
  const entries = await readMultipart(request, request.headers, limits, async (field, fileName, stream) => {
    const isEmptyInput = fileName === '';
    if (uploads && isFileField(field) && !isEmptyInput) await uploads.session.add(field, fileName, stream);
    else stream.resume();
  });
  refuseFilesWithoutName(entries);
  return entries;
}

async function readJson(
  request: IncomingMessage,
  query: ParamEntry[],
  { roots, uploads }: ReadOptions,
): Promise<ParsedParams> {
  const fromQuery = parseNested(query, roots);
  const fromBody = uploads
    ? await readJsonUpload(request, roots, uploads)
    : parseJsonBody(await readSmall(request, 'A JSON body', smallBodyBytes), roots);
  return {
    tree: mergeTrees(fromQuery.tree, fromBody.tree),
    usesOriginalNames: fromQuery.usesOriginalNames || fromBody.usesOriginalNames,
  };
}

/** Bodies with files may be large: they are stored on disk and parsed by a worker thread. */
async function readJsonUpload(
  request: IncomingMessage,
  roots: ReadonlySet<string>,
  { session, limitBytes, readJsonFile }: UploadOptions,
): Promise<ParsedParams> {
  const maxBytes = Math.min(jsonUploadBytes, limitBytes * 2 + formFieldsBytes);
  const tooLarge = () => bodyTooLarge('A JSON body', maxBytes);
  if (announcedBytes(request) > maxBytes) throw tooLarge();
  const { params, files } = await session.withBody(request, { maxBytes, tooLarge }, (path) =>
    readJsonFile(path, [...roots]),
  );
  for (const { field, name, content } of files) {
    await session.add(field, name, Readable.from(piecesOf(content), { objectMode: false }));
  }
  return { ...params, tree: withoutPrototypes(params.tree) };
}

function* piecesOf(content: Uint8Array): Generator<Buffer> {
  for (let at = 0; at < content.length; at += pieceBytes) {
    yield Buffer.from(content.buffer, content.byteOffset + at, Math.min(pieceBytes, content.length - at));
  }
}

function readSmall(request: IncomingMessage, what: string, maxBytes: number): Promise<Buffer> {
  const tooLarge = () => bodyTooLarge(what, maxBytes);
  if (announcedBytes(request) > maxBytes) throw tooLarge();
  return readWhole(request, maxBytes, tooLarge);
}

function announcedBytes(request: IncomingMessage): number {
  return Number(request.headers['content-length'] ?? 0);
}

function hasMoreThan(most: number, body: Buffer, character: string): boolean {
  const code = character.charCodeAt(0);
  let count = 0;
  for (let at = body.indexOf(code); at >= 0 && count <= most; at = body.indexOf(code, at + 1)) count += 1;
  return count > most;
}

/** Uploads are run_files in any notation, or run[plan] of the oldest clients; other files are ignored. */
function isFileField(field: string): boolean {
  const [root, inner] = splitKey(field) ?? [];
  const name = toOurs('parameter', root ?? '').name;
  return name === 'run_files' || (name === 'run' && (inner === 'plan' || inner === 'files'));
}

function refuseFilesWithoutName(entries: readonly ParamEntry[]): void {
  const details: ErrorDetail[] = entries
    .filter(({ key, value }) => isFileField(key) && value !== '')
    .map(({ key }) => ({
      code: 'file_name',
      message: `${key} is text, not a file. With curl, use -F '${key}=@plan.jmx', with the @.`,
      field: key,
    }));
  if (details.length > 0) throw new AppError('invalid', details[0]?.message ?? '', details);
}

function hasBody(request: IncomingMessage): boolean {
  const { headers } = request;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function refuseEncoding(request: IncomingMessage): void {
  const encoding = request.headers['content-encoding'];
  if (encoding === undefined || encoding === 'identity') return;
  throw new AppError(
    'unsupported_media',
    `Unsupported content encoding ${encoding}. Send the body uncompressed.`,
  );
}

function mediaTypeOf(request: IncomingMessage): string {
  return (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

function entriesOf(search: URLSearchParams): ParamEntry[] {
  return [...search].map(([key, value]) => ({ key, value }));
}
