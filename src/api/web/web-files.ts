import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative } from 'node:path';

/** One built file with its compressed variants, in memory. */
export interface WebFile {
  contentType: string;
  plain: Buffer;
  br?: Buffer;
  gzip?: Buffer;
}

/** The dashboard's files by path below /app, such as `assets/index-1a2b.js`. */
export type WebFiles = ReadonlyMap<string, WebFile>;

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Loads a built folder into memory: it is small, and a deployment may replace it. */
export async function loadWebFiles(folder: string): Promise<WebFiles> {
  const files = new Map<string, WebFile>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const contentType = contentTypes[extname(entry.name)];
    if (!entry.isFile() || contentType === undefined) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(relative(folder, path), {
      contentType,
      plain: await readFile(path),
      br: await readFile(`${path}.br`),
      gzip: await readFile(`${path}.gz`),
    });
  }
  return files;
}
