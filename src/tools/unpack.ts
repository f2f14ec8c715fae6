import { copyFile, link, lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { AppError } from '../domain/errors.ts';
import { isArchiveName } from '../plans/archive-name.ts';
import {
  type ArchiveLimits,
  checkListing,
  defaultArchiveLimits,
  doesNotFit,
  type ListedEntry,
  refuse,
  unpackingError,
} from './archive-rules.ts';
import { extract7z, list7z } from './seven-zip-archive.ts';
import { extractZip, listZip, readZip } from './zip-archive.ts';

export interface ArchivedFile {
  /** Path with `/` as separator. */
  name: string;
  sizeBytes: number;
  content?: Uint8Array;
}

/** Larger files are not read before a run; plans are smaller. */
const maxContentBytes = 64 * 2 ** 20;

export interface InspectionLimits extends ArchiveLimits {
  /** Total content that is read into memory. */
  maxContentBytes: number;
  /** Content of other archives of the same upload. */
  usedBytes: number;
  /** For 7-Zip, which runs in a separate process. */
  timeoutMs: number;
}

const defaultInspectionLimits: InspectionLimits = {
  ...defaultArchiveLimits,
  maxContentBytes: 128 * 2 ** 20,
  usedBytes: 0,
  timeoutMs: 10 * 60_000,
};

/**
 * Lists an uploaded .zip or .7z without unpacking it, with the content of files that `wantsContent` selects.
 * Throws `archive_refused` in the same cases as `unpackArchive`.
 */
export async function inspectArchive(
  path: string,
  archive: string,
  wantsContent: (name: string) => boolean = () => false,
  changed: Partial<InspectionLimits> = {},
): Promise<ArchivedFile[]> {
  const limits = { ...defaultInspectionLimits, ...changed };
  const { entries } = await inTemporaryFolder((folder) => list(path, archive, folder, limits, limits));
  const files = entries.filter((entry) => !entry.isFolder);
  const wanted = files.filter((file) => wantsContent(file.name) && file.sizeBytes <= maxContentBytes);
  if (wanted.length === 0) return files.map(({ name, sizeBytes }) => ({ name, sizeBytes }));
  if (wanted.reduce((sum, file) => sum + file.sizeBytes, 0) > limits.maxContentBytes) {
    const message = `The plans and sources in ${archive} are larger than ${Math.floor(limits.maxContentBytes / 2 ** 20)} MB in total. Include only files that the run needs.`;
    throw new AppError('too_large', message, [{ code: 'too_large', message, field: 'run_files' }]);
  }
  const names = new Set(wanted.map((file) => file.name));
  const contents = isZip(archive)
    ? await readZip(path, archive, names)
    : await read7z(path, archive, names, limits.timeoutMs);
  return files.map(({ name, sizeBytes }) => {
    const content = contents.get(name);
    return content ? { name, sizeBytes, content } : { name, sizeBytes };
  });
}

async function read7z(
  path: string,
  archive: string,
  names: ReadonlySet<string>,
  timeoutMs: number,
): Promise<Map<string, Uint8Array>> {
  return inTemporaryFolder(async (folder) => {
    await extract7z(path, archive, folder, { names: [...names], timeoutMs });
    const contents = new Map<string, Uint8Array>();
    for (const name of names) contents.set(name, await readFile(join(folder, name)));
    return contents;
  });
}

/**
 * Unpacks a .zip or .7z into `folder`, without replacing existing files. Returns the names of added files.
 */
export async function unpackArchive(
  path: string,
  archive: string,
  folder: string,
  limits: ArchiveLimits = defaultArchiveLimits,
  disk: Disk = { freeBytes: () => freeBytesOf(folder) },
): Promise<string[]> {
  return (await unpackOne(path, archive, folder, { ...limits, usedBytes: 0 }, disk)).names;
}

/** Unpacks every archive among the uploaded files of a workspace, in the order of `names`. Returns the unpacked names. */
export async function unpackUploads(
  folder: string,
  names: readonly string[],
  limits: ArchiveLimits = defaultArchiveLimits,
): Promise<string[]> {
  const unpacked: string[] = [];
  const disk: Disk = { freeBytes: () => freeBytesOf(folder) };
  let usedBytes = 0;
  for (const name of names.filter(isArchiveName)) {
    const found = await unpackOne(join(folder, name), name, folder, { ...limits, usedBytes }, disk);
    usedBytes += found.totalBytes;
    for (const path of found.names) unpacked.push(path);
  }
  return unpacked;
}

interface Disk {
  freeBytes(): Promise<number>;
}

async function unpackOne(
  path: string,
  archive: string,
  folder: string,
  limits: ArchiveLimits & { usedBytes: number },
  disk: Disk,
): Promise<{ names: string[]; totalBytes: number }> {
  // On the file system of the target, so that files can be linked instead of copied.
  return inTemporaryFolder(async (temporary) => {
    const { totalBytes } = await list(path, archive, temporary, limits, limits);
    const freeBytes = await disk.freeBytes();
    if (totalBytes > freeBytes) throw doesNotFit(archive, totalBytes, freeBytes);
    if (isZip(archive)) await extractZip(path, archive, temporary);
    else await extract7z(path, archive, temporary);
    return { names: await moveInto(archive, temporary, folder), totalBytes };
  }, dirname(folder));
}

async function list(
  path: string,
  archive: string,
  empty: string,
  limits: ArchiveLimits,
  { usedBytes, timeoutMs }: { usedBytes: number; timeoutMs?: number },
): Promise<{ entries: ListedEntry[]; totalBytes: number }> {
  const entries = isZip(archive)
    ? await listZip(path, archive, limits.maxEntries)
    : await list7z(path, archive, empty, { maxEntries: limits.maxEntries, timeoutMs });
  const totalBytes = checkListing(archive, (await stat(path)).size, entries, limits, usedBytes);
  return { entries, totalBytes };
}

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Moves only regular files, whatever the listing contained. */
async function moveInto(archive: string, from: string, to: string): Promise<string[]> {
  const added: string[] = [];
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) {
      continue;
    }
    const source = join(entry.parentPath, entry.name);
    const name = relative(from, source);
    if (!entry.isFile()) {
      throw refuse(archive, `the entry "${name}" is neither a file nor a folder`);
    }
    const target = join(to, name);
    try {
      await mkdir(dirname(target), { recursive: true });
      if (!(await isThere(target))) {
        await link(source, target).catch(() => copyFile(source, target));
        added.push(name);
      }
    } catch (error) {
      throw unpackingError(archive, error);
    }
  }
  return added.sort();
}

const isZip = (name: string) => /\.zip$/i.test(name);

async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

async function inTemporaryFolder<T>(work: (folder: string) => Promise<T>, parent = tmpdir()): Promise<T> {
  const folder = await mkdtemp(join(parent, 'spate-unpack-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
