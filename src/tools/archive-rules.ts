import { AppError } from '../domain/errors.ts';

/** How much may come out of one uploaded archive. */
export interface ArchiveLimits {
  maxEntries: number;
  maxTotalBytes: number;
  /** Unpacked size by packed size; small archives may exceed it. */
  maxRatio: number;
}

export const defaultArchiveLimits: ArchiveLimits = {
  maxEntries: 20_000,
  maxTotalBytes: 4 * 2 ** 30,
  maxRatio: 250,
};

/** Below this a high ratio does no harm: repetitive test data packs very well. */
const harmlessBytes = 128 * 2 ** 20;

export interface ListedEntry {
  name: string;
  sizeBytes: number;
  isFolder: boolean;
}

export function refuse(archive: string, reason: string): AppError {
  return new AppError('archive_refused', `${archive} cannot be unpacked: ${reason}.`);
}

export function doesNotFit(archive: string, totalBytes: number, freeBytes: number): AppError {
  const mb = (bytes: number) => Math.floor(bytes / 2 ** 20);
  return new AppError(
    'disk_full',
    `${archive} cannot be unpacked: it holds ${mb(totalBytes)} MB, and the disk has ${mb(freeBytes)} MB left.`,
  );
}

/** What a failure while unpacking means to the person who uploaded the archive. */
export function unpackingError(archive: string, error: unknown): AppError {
  if (error instanceof AppError) {
    return error;
  }
  if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') {
    return new AppError('disk_full', `${archive} cannot be unpacked: the disk is full.`);
  }
  return refuse(archive, `it is broken (${error instanceof Error ? error.message : String(error)})`);
}

/** Longer than any path that Linux opens. */
const longestName = 4096;

/** The name with `/` between its parts. Refuses names that lead out of the folder they are unpacked into. */
export function safeName(archive: string, name: string): string {
  if (name.length > longestName) {
    throw refuse(archive, `the name "${name.slice(0, 100)}…" in it is longer than ${longestName} characters`);
  }
  const normal = name.replaceAll('\\', '/');
  if (normal.startsWith('/') || /^[A-Za-z]:/.test(normal)) {
    throw refuse(archive, `it holds the absolute name "${name}"`);
  }
  const parts = normal.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.includes('..')) {
    throw refuse(archive, `the name "${name}" in it leads out of its folder`);
  }
  if (parts.length === 0 || normal.includes('\0') || parts.some((part) => Buffer.byteLength(part) > 255)) {
    throw refuse(archive, `the name "${name.slice(0, 100)}" in it cannot be used`);
  }
  return parts.join('/');
}

/** The kinds of things in Unix modes; anything but files and folders is refused. */
export function refuseSpecialFile(archive: string, name: string, mode: number): void {
  const kind = mode & 0o170000;
  if (kind === 0o120000) {
    throw refuse(archive, `"${name}" in it is a link`);
  }
  if (kind !== 0 && kind !== 0o100000 && kind !== 0o040000) {
    throw refuse(archive, `"${name}" in it is neither a file nor a folder`);
  }
}

/** Refuses what would fill a disk, and names that come twice. Returns the bytes of the content. */
export function checkListing(
  archive: string,
  packedBytes: number,
  entries: readonly ListedEntry[],
  limits: ArchiveLimits,
  /** What other archives of the same upload hold. */
  usedBytes = 0,
): number {
  if (entries.length > limits.maxEntries) {
    throw refuse(archive, `it holds more than ${limits.maxEntries} files`);
  }
  const total = entries.reduce((sum, entry) => sum + entry.sizeBytes, 0);
  const mostMb = Math.floor(limits.maxTotalBytes / 2 ** 20);
  if (total > limits.maxTotalBytes) throw refuse(archive, `its content is larger than ${mostMb} MB`);
  if (total + usedBytes > limits.maxTotalBytes)
    throw refuse(archive, `with it, the contents of the archives are larger than ${mostMb} MB together`);
  if (total > harmlessBytes && total > packedBytes * limits.maxRatio) {
    throw refuse(archive, `its content is more than ${limits.maxRatio} times as large as itself`);
  }
  const seen = new Set<string>();
  for (const { name, isFolder } of entries) {
    if (!isFolder && seen.has(name)) {
      throw refuse(archive, `"${name}" is in it twice`);
    }
    seen.add(name);
  }
  return total;
}
