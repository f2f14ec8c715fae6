import { AppError } from '../domain/errors.ts';

/** Limits of one uploaded archive. */
export interface ArchiveLimits {
  maxEntries: number;
  maxTotalBytes: number;
  /** Unpacked size divided by packed size; small archives may exceed it. */
  maxRatio: number;
}

export const defaultArchiveLimits: ArchiveLimits = {
  maxEntries: 20_000,
  maxTotalBytes: 4 * 2 ** 30,
  maxRatio: 250,
};

/** Below this size any ratio is allowed, because repetitive test data compresses very well. */
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
    `${archive} cannot be unpacked: its content has ${mb(totalBytes)} MB, but only ${mb(freeBytes)} MB of disk space are free.`,
  );
}

/** Converts a failure while unpacking to an error for the uploader. */
export function unpackingError(archive: string, error: unknown): AppError {
  if (error instanceof AppError) {
    return error;
  }
  if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') {
    return new AppError('disk_full', `${archive} cannot be unpacked: the disk is full.`);
  }
  return refuse(archive, `it is corrupt (${error instanceof Error ? error.message : String(error)})`);
}

/** PATH_MAX of Linux. */
const maxNameLength = 4096;

/** The name with `/` as separator. Rejects names outside of the target folder. */
export function safeName(archive: string, name: string): string {
  if (name.length > maxNameLength) {
    throw refuse(
      archive,
      `the entry name "${name.slice(0, 100)}…" is longer than ${maxNameLength} characters`,
    );
  }
  const normal = name.replaceAll('\\', '/');
  if (normal.startsWith('/') || /^[A-Za-z]:/.test(normal)) {
    throw refuse(archive, `the entry name "${name}" is absolute`);
  }
  const parts = normal.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.includes('..')) {
    throw refuse(archive, `the entry name "${name}" points outside of the archive`);
  }
  if (parts.length === 0 || normal.includes('\0') || parts.some((part) => Buffer.byteLength(part) > 255)) {
    throw refuse(archive, `the entry name "${name.slice(0, 100)}" is not a valid file name`);
  }
  return parts.join('/');
}

/** Rejects everything except files and folders, by the file type in a Unix mode. */
export function refuseSpecialFile(archive: string, name: string, mode: number): void {
  const kind = mode & 0o170000;
  if (kind === 0o120000) {
    throw refuse(archive, `the entry "${name}" is a link`);
  }
  if (kind !== 0 && kind !== 0o100000 && kind !== 0o040000) {
    throw refuse(archive, `the entry "${name}" is neither a file nor a folder`);
  }
}

/** Rejects archives above the limits, and duplicate names. Returns the size of the content in bytes. */
export function checkListing(
  archive: string,
  packedBytes: number,
  entries: readonly ListedEntry[],
  limits: ArchiveLimits,
  /** Content of other archives of the same upload. */
  usedBytes = 0,
): number {
  if (entries.length > limits.maxEntries) {
    throw refuse(archive, `it contains more than ${limits.maxEntries} files`);
  }
  const total = entries.reduce((sum, entry) => sum + entry.sizeBytes, 0);
  const maxMb = Math.floor(limits.maxTotalBytes / 2 ** 20);
  if (total > limits.maxTotalBytes) throw refuse(archive, `its content is larger than ${maxMb} MB`);
  if (total + usedBytes > limits.maxTotalBytes)
    throw refuse(archive, `the total content of all archives is larger than ${maxMb} MB`);
  if (total > harmlessBytes && total > packedBytes * limits.maxRatio) {
    throw refuse(archive, `its content is more than ${limits.maxRatio} times the size of the archive`);
  }
  const seen = new Set<string>();
  for (const { name, isFolder } of entries) {
    if (!isFolder && seen.has(name)) {
      throw refuse(archive, `the entry "${name}" occurs twice`);
    }
    seen.add(name);
  }
  return total;
}
