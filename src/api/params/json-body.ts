import { readFile } from 'node:fs/promises';
import { AppError } from '../../domain/errors.ts';
import { toOurs } from '../aliases.ts';
import { type ParsedParams, treeOfJson } from './nested.ts';

export interface JsonFile {
  field: string;
  name: string;
  content: Uint8Array;
}

export interface JsonBody {
  params: ParsedParams;
  files: JsonFile[];
}

/** Reads a JSON body with files from disk. Call it in a worker: the time is proportional to the size. */
export type ReadJsonFile = (path: string, roots: readonly string[]) => Promise<JsonBody>;

export const readJsonFile: ReadJsonFile = async (path, roots) => {
  const json = parseJson(await readFile(path));
  const entry = fileEntry(json);
  const params = treeOfJson(json, new Set(roots.filter((root) => root !== 'run_files')));
  const usesOriginalNames = params.usesOriginalNames || (entry?.isOriginal ?? false);
  return { params: { ...params, usesOriginalNames }, files: filesOf(entry?.value) };
};

/** Reads a JSON body without files. */
export function parseJsonBody(body: Buffer, roots: ReadonlySet<string>): ParsedParams {
  return treeOfJson(parseJson(body), roots);
}

function parseJson(body: Buffer): object {
  if (body.length === 0) return {};
  let json: unknown;
  try {
    // The decoder removes a byte order mark.
    json = JSON.parse(new TextDecoder().decode(body));
  } catch {
    throw new AppError('malformed', 'The body is not valid JSON.');
  }
  if (typeof json === 'object' && json !== null && !Array.isArray(json)) return json;
  throw new AppError('malformed', 'The JSON body must be an object such as {"run": {"tool": "jmeter"}}.');
}

function fileEntry(json: object): { value: unknown; isOriginal: boolean } | undefined {
  for (const [key, value] of Object.entries(json)) {
    const { name, isOriginal } = toOurs('parameter', key);
    if (name === 'run_files' && value !== null) return { value, isOriginal };
  }
  return undefined;
}

/** Files in JSON: `run_files: [{ name, content }]` with base64 content. */
function filesOf(value: unknown): JsonFile[] {
  if (value === undefined) return [];
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.map((item, index) => {
    const field = `run_files[${index}]`;
    const file = typeof item === 'object' && item !== null ? (item as Record<string, unknown>) : {};
    if (typeof file.name !== 'string' || typeof file.content !== 'string' || !isBase64(file.content)) {
      const message = `${field} must be an object with name and content, the content in base64.`;
      throw new AppError('invalid', message, [{ code: 'invalid', message, field }]);
    }
    return { field, name: file.name, content: Uint8Array.from(Buffer.from(file.content, 'base64')) };
  });
}

/** Whitespace is allowed anywhere; a single quantifier avoids backtracking on invalid text. */
function isBase64(text: string): boolean {
  return /^[A-Za-z0-9+/_\-\s]*(?:={1,2}\s*)?$/.test(text);
}
