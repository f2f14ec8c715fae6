import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** Writes the current source of a page next to its screenshot, and returns the path relative to the results. */
export async function keepSource(page: Page, resultsFolder: string, screenshot: string): Promise<string> {
  const path = screenshot.replace(/\.\w+$/, '.html');
  await writeFile(join(resultsFolder, path), await page.content());
  return path;
}
