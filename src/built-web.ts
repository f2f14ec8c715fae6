import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, constants, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { RenderReport } from './contract/report-page.ts';
import { exists } from './lib/exists.ts';
import type { Log } from './lib/log.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const buildLimitMs = 5 * 60_000;
const sources = ['src/web', 'src/contract', 'src/lib/figures.ts', 'src/lib/moments.ts', 'package-lock.json'];

export interface BuiltWebOptions {
  /** Fallback when the project folder is read-only. */
  dataDir: string;
  log: Log;
}

/**
 * Returns the folder with the dashboard's files, and builds it when no build of the current sources exists. The folder
 * is named after the hash of the sources and renamed into place, so services can build concurrently.
 */
export async function builtWeb({ dataDir, log }: BuiltWebOptions): Promise<string> {
  const name = await hashOfSources();
  const places = [join(root, 'dist', 'web'), join(dataDir, 'web')];
  for (const place of places) if (await exists(join(place, name))) return join(place, name);
  const place = (await firstWritable(places)) ?? places[0] ?? root;
  log.info({ place }, 'dashboard.building');
  const folder = join(place, name);
  const aside = join(place, `.${name}.${process.pid}`);
  try {
    const script = fileURLToPath(new URL('web/build.ts', import.meta.url));
    await promisify(execFile)(process.execPath, [script, aside], { cwd: root, timeout: buildLimitMs });
    await rename(aside, folder).catch(async (error: unknown) => {
      // Another process finished the same build first.
      if (!(await exists(folder))) throw error;
    });
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
  await removeOthers(place, name);
  return folder;
}

/** Loads the renderer of report.html from a built folder. */
export async function loadReportRenderer(folder: string): Promise<RenderReport> {
  const { renderReport } = (await import(pathToFileURL(join(folder, 'report.mjs')).href)) as {
    renderReport: RenderReport;
  };
  return renderReport;
}

async function hashOfSources(): Promise<string> {
  const hash = createHash('sha256');
  for (const path of (await Promise.all(sources.map(filesUnder))).flat().toSorted()) {
    hash
      .update(`${path}\0`)
      .update(await readFile(join(root, path)))
      .update('\0');
  }
  return hash.digest('hex').slice(0, 16);
}

async function filesUnder(path: string): Promise<string[]> {
  if (extname(path) !== '') return [path];
  const entries = await readdir(join(root, path), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !/[.]test[.]ts$|[.]md$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length));
}

async function firstWritable(places: string[]): Promise<string | undefined> {
  for (const place of places) {
    const isWritable = await mkdir(place, { recursive: true })
      .then(() => access(place, constants.W_OK))
      .then(
        () => true,
        () => false,
      );
    if (isWritable) return place;
  }
  return undefined;
}

/** Removes other builds, which services have read completely at their start, and abandoned build folders. */
async function removeOthers(place: string, name: string): Promise<void> {
  for (const other of await readdir(place)) {
    if (other === name || (other.startsWith('.') && !(await isOld(join(place, other))))) continue;
    await rm(join(place, other), { recursive: true, force: true });
  }
}

async function isOld(path: string): Promise<boolean> {
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
  return Date.now() - mtimeMs > 2 * buildLimitMs;
}
