import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PdfPrinter } from '../api/deps.ts';
import { AppError } from '../domain/errors.ts';
import { runChild } from '../lib/child-process.ts';
import { createLimiter } from '../lib/limiter.ts';
import { ChromiumFinder, isChromiumInstalled } from '../tools/service-chrome/chromium.ts';

const printTimeoutMs = 60_000;
/** Documents that wait while another is printed. */
const maxWaiting = 5;

/** Prints with the Chromium of the machine, one document at a time. */
export async function createPdfPrinter(): Promise<PdfPrinter> {
  const finder = new ChromiumFinder();
  const inTurn = createLimiter(1);
  let unfinished = 0;
  return {
    isAvailable: await isChromiumInstalled(),
    async print(html) {
      const { path } = await finder.require();
      if (unfinished > maxWaiting)
        throw new AppError('too_many', 'Other reports are being printed. Retry in a few seconds.', [], {
          retryAfterS: 5,
        });
      unfinished += 1;
      try {
        return await inTurn(() => print(path, html));
      } finally {
        unfinished -= 1;
      }
    },
  };
}

async function print(chromium: string, html: string): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'spate-print-'));
  try {
    const page = join(folder, 'report.html');
    const pdf = join(folder, 'report.pdf');
    await writeFile(page, html);
    const { code, lines } = await runChild(
      chromium,
      [
        '--headless',
        // Its own sandbox needs rights that a container lacks. The document is ours, and its policy allows no scripts.
        '--no-sandbox',
        '--host-resolver-rules=MAP * ~NOTFOUND',
        '--disable-gpu',
        '--disable-dev-shm-usage',
        `--user-data-dir=${join(folder, 'profile')}`,
        '--no-pdf-header-footer',
        `--print-to-pdf=${pdf}`,
        pathToFileURL(page).href,
      ],
      { env: { HOME: folder, PATH: process.env.PATH }, timeoutMs: printTimeoutMs },
    );
    const printed = await readFile(pdf).catch(() => undefined);
    if (code !== 0 || printed === undefined)
      throw new Error(`Chromium did not print the report (exit code ${code}): ${lines.slice(-3).join(' ')}`);
    return printed;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
