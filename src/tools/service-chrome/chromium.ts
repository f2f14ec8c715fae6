import { open, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError } from '../../domain/errors.ts';
import { runChild } from '../../lib/child-process.ts';
import { findProgram } from '../find-program.ts';

export interface Chromium {
  /** The executable, not the wrapper script of the distribution. */
  path: string;
  /** Its folder, with all files that it loads. */
  folder: string;
  version: string;
}

export const chromiumMissing =
  'Chromium is not installed (on Debian: apt-get install chromium; a snap cannot be used).';

interface Edition {
  names: readonly string[];
  /** Where distributions install the executable. */
  usualPlaces: readonly string[];
}

/** The headless shell first: the same engine without a user interface, at a quarter of the processor time per page. */
const editions: readonly Edition[] = [
  {
    names: ['chromium-headless-shell', 'chrome-headless-shell'],
    usualPlaces: ['/usr/lib/chromium/chromium-headless-shell'],
  },
  {
    names: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
    usualPlaces: [
      '/usr/lib/chromium/chromium',
      '/usr/lib64/chromium-browser/chromium-browser',
      '/usr/lib/chromium-browser/chromium-browser',
      '/opt/google/chrome/chrome',
    ],
  },
];

/** Whether there seems to be a Chromium, without starting it. */
export async function isChromiumInstalled(): Promise<boolean> {
  const names = editions.flatMap((edition) => edition.names);
  const found = await Promise.all(names.map((name) => findProgram(name)));
  return found.some((path) => path !== undefined);
}

async function findChromium(): Promise<Chromium | undefined> {
  for (const { names, usualPlaces } of editions) {
    for (const name of names) {
      const found = await findProgram(name);
      const path = found === undefined ? undefined : await realProgram(found, usualPlaces);
      const version = path === undefined ? undefined : await versionOf(path);
      if (path !== undefined && version !== undefined) {
        return { path, folder: dirname(path), version };
      }
    }
  }
  return undefined;
}

/** A Chromium of snap is ignored: it starts only under the snap service, not in a sandbox. */
async function realProgram(found: string, usualPlaces: readonly string[]): Promise<string | undefined> {
  const path = await realpath(found);
  const folder = dirname(path);
  const candidates = [path, join(folder, 'chrome'), ...usualPlaces];
  for (const candidate of candidates) {
    if (!candidate.startsWith('/snap/') && (await isProgram(candidate))) {
      return candidate;
    }
  }
  return undefined;
}

/** Whether the file is an ELF executable. */
async function isProgram(path: string): Promise<boolean> {
  const file = await open(path).catch(() => undefined);
  try {
    const head = await file?.read(Buffer.alloc(4), 0, 4, 0).catch(() => undefined);
    return head?.buffer.toString('latin1') === '\x7fELF';
  } finally {
    await file?.close();
  }
}

async function versionOf(path: string): Promise<string | undefined> {
  const { code, lines } = await runChild(path, ['--version'], { timeoutMs: 30_000 });
  const version = lines.map((line) => /\b(\d+(?:\.\d+){3})\b/.exec(line)?.[1]).find(Boolean);
  return code === 0 ? version : undefined;
}

/** Finds Chromium and caches the result; searches again while it is missing. */
export class ChromiumFinder {
  #found: Promise<Chromium | undefined> | undefined;

  async find(): Promise<Chromium | undefined> {
    this.#found ??= findChromium();
    const chromium = await this.#found;
    if (!chromium) {
      this.#found = undefined;
    }
    return chromium;
  }

  /** Throws with an installation hint. */
  async require(): Promise<Chromium> {
    const chromium = await this.find();
    if (!chromium) {
      throw new AppError('tool_unavailable', chromiumMissing);
    }
    return chromium;
  }
}
