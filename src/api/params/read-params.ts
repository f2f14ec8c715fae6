import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { AppError, type ErrorDetail } from '../../domain/errors.ts';
import { toOurs } from '../aliases.ts';
import { readWhole } from './body-stream.ts';
import { readMultipart } from './multipart.ts';
import {
  mergeTrees,
  type ParamEntry,
  type ParsedParams,
  parseNested,
  splitKey,
  treeOfJson,
} from './nested.ts';
import { type UploadSession, uploadTooLarge } from './uploads.ts';

const maxFormBytes = 2 * 1024 * 1024;
const maxJsonBytes = 64 * 1024 * 1024;

export interface ReadOptions {
  /** First parts of the names that mean something here; everything else is ignored. */
  roots: ReadonlySet<string>;
  /** Undefined where no files are taken. */
  session: UploadSession | undefined;
  uploadLimitBytes: number;
}

/**
 * All parameters of a request, wherever they stand: query string, multipart or urlencoded form, JSON. Files go into
 * the session while they arrive.
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
      const body = await readWhole(request, maxFormBytes, () => tooLong('A urlencoded form', maxFormBytes));
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
        `A body of type ${mediaTypeOf(request)} is not understood. Send multipart/form-data, a urlencoded form or JSON.`,
      );
  }
}

export function queryOf(url: string): string {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at + 1);
}

async function readForm(request: IncomingMessage, options: ReadOptions): Promise<ParamEntry[]> {
  const { session, uploadLimitBytes } = options;
  if (Number(request.headers['content-length'] ?? 0) > uploadLimitBytes + maxFormBytes) {
    throw uploadTooLarge(uploadLimitBytes);
  }
  const entries = await readMultipart(request, request.headers, async (field, fileName, stream) => {
    const isEmptyInput = fileName === '';
    if (session && isFileField(field) && !isEmptyInput) await session.add(field, fileName, stream);
    else stream.resume();
  });
  refuseFilesWithoutName(entries);
  return entries;
}

async function readJson(
  request: IncomingMessage,
  query: ParamEntry[],
  options: ReadOptions,
): Promise<ParsedParams> {
  const text = await readWhole(request, maxJsonBytes, () => tooLong('A JSON body', maxJsonBytes));
  const json = text.length === 0 ? {} : parseJson(text);
  const fromQuery = parseNested(query, options.roots);
  const fromBody = treeOfJson(json, options.roots);
  const files = await stageJsonFiles(json, options);
  return {
    tree: mergeTrees(fromQuery.tree, fromBody.tree),
    usesOriginalNames: fromQuery.usesOriginalNames || fromBody.usesOriginalNames || files.usesOriginalNames,
  };
}

function parseJson(body: Buffer): object {
  let json: unknown;
  try {
    // Some systems begin every text with a byte-order mark; the decoder leaves it out.
    json = JSON.parse(new TextDecoder().decode(body));
  } catch {
    throw new AppError('malformed', 'The body says that it is JSON but cannot be read as JSON.');
  }
  if (typeof json === 'object' && json !== null && !Array.isArray(json)) return json;
  throw new AppError('malformed', 'The JSON body must be an object such as {"run": {"tool": "jmeter"}}.');
}

/** Files in JSON are `run_files: [{ name, content }]` with the content in base64. */
async function stageJsonFiles(json: object, options: ReadOptions): Promise<{ usesOriginalNames: boolean }> {
  const entry = Object.entries(json).find(([key]) => toOurs('parameter', key).name === 'run_files');
  if (!entry || !options.session || entry[1] === null) return { usesOriginalNames: false };
  const list: unknown[] = Array.isArray(entry[1]) ? entry[1] : [entry[1]];
  for (const [index, item] of list.entries()) {
    const field = `run_files[${index}]`;
    const file = typeof item === 'object' && item !== null ? (item as Record<string, unknown>) : {};
    if (typeof file.name !== 'string' || typeof file.content !== 'string' || !isBase64(file.content)) {
      const message = `${field} must be an object with name and content, the content in base64.`;
      throw new AppError('invalid', message, [{ code: 'invalid', message, field }]);
    }
    await options.session.add(field, file.name, Readable.from([Buffer.from(file.content, 'base64')]));
  }
  return { usesOriginalNames: toOurs('parameter', entry[0]).isOriginal };
}

/** Uploads come as run_files in any form, or as the oldest clients' run[plan]; other files are ignored. */
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
      message: `${key} came as text, not as a file. With curl write -F '${key}=@plan.jmx', with the @.`,
      field: key,
    }));
  if (details.length > 0) throw new AppError('invalid', details[0]?.message ?? '', details);
}

function isBase64(text: string): boolean {
  return /^[A-Za-z0-9+/_\-\s]*={0,2}\s*$/.test(text);
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
    `A body compressed with ${encoding} is not understood. Send it plain.`,
  );
}

function mediaTypeOf(request: IncomingMessage): string {
  return (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

function entriesOf(search: URLSearchParams): ParamEntry[] {
  return [...search].map(([key, value]) => ({ key, value }));
}

function tooLong(what: string, maxBytes: number): AppError {
  return new AppError(
    'too_large',
    `${what} may have at most ${maxBytes} bytes. Send larger files as multipart/form-data.`,
  );
}
