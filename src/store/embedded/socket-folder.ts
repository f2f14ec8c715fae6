import { chown, lstat, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Log } from '../../lib/log.ts';
import { fitsSocket } from '../../lib/socket-path.ts';

const socketName = '.s.PGSQL.5432';

const isShortEnough = (folder: string) => fitsSocket(join(folder, socketName));

interface SocketFolderOptions {
  /** Preferred folder of the socket. */
  folder: string;
  /** File that stores the path of the alternative folder for the next start. */
  noteFile: string;
  /** Owner of the alternative folder. */
  uid: number | undefined;
  log: Log;
}

/** Returns the preferred folder, or a private one in the temporary folder when the path is too long for a socket. */
export async function chooseSocketFolder({
  folder,
  noteFile,
  uid,
  log,
}: SocketFolderOptions): Promise<string> {
  if (isShortEnough(folder)) return folder;
  const noted = await readFile(noteFile, 'utf8').catch(() => '');
  if (noted !== '' && isShortEnough(noted)) {
    // May have been cleaned up; the same name keeps existing connection strings valid.
    await mkdir(noted, { mode: 0o700 }).then(
      () => giveTo(noted, uid),
      () => undefined,
    );
    if (await isPrivate(noted, uid)) return noted;
  }
  const above = isShortEnough(join(tmpdir(), 'spate-XXXXXX')) ? tmpdir() : '/tmp';
  const made = await mkdtemp(join(above, 'spate-'));
  await giveTo(made, uid);
  await writeFile(noteFile, made, { mode: 0o600 });
  log.info({ folder: made, preferred: folder }, 'postgres.socket-folder.moved');
  return made;
}

/** Undoes chooseSocketFolder once PostgreSQL has stopped. */
export async function removeSocketFolder({
  folder,
  noteFile,
}: Pick<SocketFolderOptions, 'folder' | 'noteFile'>): Promise<void> {
  const noted = await readFile(noteFile, 'utf8').catch(() => '');
  if (noted === '' || noted === folder) return;
  await rm(noted, { recursive: true, force: true });
  await rm(noteFile, { force: true });
}

async function giveTo(folder: string, uid: number | undefined): Promise<void> {
  if (uid !== undefined) await chown(folder, uid, uid);
}

async function isPrivate(folder: string, uid = process.getuid?.()): Promise<boolean> {
  try {
    const stats = await lstat(folder);
    return stats.isDirectory() && (stats.mode & 0o777) === 0o700 && stats.uid === uid;
  } catch {
    return false;
  }
}
