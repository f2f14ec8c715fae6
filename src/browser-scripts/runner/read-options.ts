import { readFile } from 'node:fs/promises';
import type { BrowserOptions } from '../../tool-process/browser-options.ts';

/** Reads the options file. The adapter wrote it, so it is not validated. */
export async function readOptions(path: string | undefined): Promise<BrowserOptions> {
  if (path === undefined) {
    throw new Error('The path of the options file is missing.');
  }
  return JSON.parse(await readFile(path, 'utf8')) as BrowserOptions;
}
