import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, type FileHandle, open, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { AppError } from '../domain/errors.ts';

/**
 * Opens a file that a script may have replaced by something else: no link is followed, nothing but a regular file is
 * read, and opening never waits. Undefined when there is none.
 */
export async function openRegular(path: string): Promise<FileHandle | undefined> {
  let file: FileHandle;
  try {
    file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
  if ((await file.stat()).isFile()) {
    return file;
  }
  await file.close();
  return undefined;
}

/** The text of a file below a folder that a script can write to; throws when a link leads out of the folder. */
export async function readWithin(folder: string, name: string): Promise<string> {
  const path = join(folder, name);
  const place = await realpath(dirname(path)).catch(() => '');
  const root = await realpath(folder);
  const file = place === root || place.startsWith(`${root}${sep}`) ? await openRegular(path) : undefined;
  if (!file) {
    throw new AppError('plan_broken', `${name} is not a file of the workspace.`);
  }
  try {
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

/** The last `maxBytes` of such a file as text; empty when there is none. */
export async function readTail(path: string, maxBytes: number): Promise<string> {
  const file = await openRegular(path);
  if (!file) {
    return '';
  }
  try {
    const { size } = await file.stat();
    const length = Math.min(size, maxBytes);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Writes a file that the user of an execution can read, whatever the umask of this process. */
export async function writeReadable(path: string, content: string | Uint8Array): Promise<void> {
  await writeFile(path, content);
  await chmod(path, 0o644);
}

/**
 * Replaces a readable file as a whole: a reader finds the old content or the new, never half of it. What else is in the
 * folder may be anybody's, so the new content waits there under a name that is nobody's.
 */
export async function replaceFile(path: string, content: string | Uint8Array): Promise<void> {
  const aside = join(dirname(path), `.${randomUUID()}`);
  try {
    await writeFile(aside, content, { flag: 'wx' });
    await chmod(aside, 0o644);
    await rename(aside, path);
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
}
