import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { exists } from '../../../../lib/exists.ts';
import { globMatcher } from '../../glob.ts';
import type { Row } from './source.ts';

/**
 * Finds data files by the name in a script; `*` is a wildcard. A missing path, such as one of the author's machine,
 * resolves to the uploaded file of that base name.
 */
export async function findDataFiles(name: string, folders: string[]): Promise<string[]> {
  const uploaded = name.replace(/^\/data\/flood\/files\//, '');
  for (const candidate of [name, uploaded, name.split(/[\\/]/).at(-1) ?? name]) {
    for (const folder of folders) {
      const path = isAbsolute(candidate) ? candidate : join(folder, candidate);
      const found = candidate.includes('*') ? await expand(path) : (await exists(path)) ? [path] : [];
      if (found.length > 0) return found;
    }
  }
  throw new Error(`The data file '${name}' is not among the files of this test.`);
}

async function expand(path: string): Promise<string[]> {
  const matches = globMatcher(basename(path));
  const names = await readdir(dirname(path)).catch(() => []);
  return names
    .filter(matches)
    .sort()
    .map((name) => join(dirname(path), name));
}

/** Rows of a CSV text whose first line is the header. */
export function parseCsv(text: string, separator: string): Row[] {
  return parse(text, {
    columns: true,
    delimiter: separator,
    bom: true,
    skip_empty_lines: true,
    relax_column_count: true,
    relax_quotes: true,
  });
}

export async function readCsv(path: string, separator: string): Promise<Row[]> {
  const rows = parseCsv(await readFile(path, 'utf8'), separator);
  if (rows.length > 0) return rows;
  throw new Error(
    `CSV file '${basename(path)}' loaded but contains no rows of data. The first line is the header.`,
  );
}

export async function readJson(path: string): Promise<Row[]> {
  const text = await readFile(path, 'utf8');
  try {
    const data: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return Array.isArray(data) ? data : [data];
  } catch (error) {
    throw new Error(`JSON file '${basename(path)}' cannot be parsed: ${(error as Error).message}`);
  }
}
