import { chown, lstat, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Log } from '../../lib/log.ts';

// sun_path holds 108 bytes on Linux and 104 elsewhere, one of them for the closing zero.
const longestPathBytes = process.platform === 'linux' ? 107 : 103;
const socketName = '.s.PGSQL.5432';

/** True when PostgreSQL can put its socket into this folder. */
function fitsSocket(folder: string): boolean {
  return Buffer.byteLength(join(folder, socketName)) <= longestPathBytes;
}

interface Wish {
  /** Where the socket should be. */
  folder: string;
  /** Where a folder outside is written down, so that the next start uses it again. */
  noteFile: string;
  /** The owner of a folder made outside. */
  uid: number | undefined;
  log: Log;
}

/** The folder for the socket: the wished one, or a private short one outside when its path is too long. */
export async function chooseSocketFolder({ folder, noteFile, uid, log }: Wish): Promise<string> {
  if (fitsSocket(folder)) return folder;
  const noted = await readFile(noteFile, 'utf8').catch(() => '');
  if (noted !== '' && fitsSocket(noted)) {
    // Whoever tidied the temporary folder may have removed it; the same name keeps open connection strings good.
    await mkdir(noted, { mode: 0o700 }).then(
      () => giveTo(noted, uid),
      () => undefined,
    );
    if (await isPrivate(noted, uid)) return noted;
  }
  const above = fitsSocket(join(tmpdir(), 'spate-XXXXXX')) ? tmpdir() : '/tmp';
  const made = await mkdtemp(join(above, 'spate-'));
  await giveTo(made, uid);
  await writeFile(noteFile, made, { mode: 0o600 });
  log.info({ folder: made }, `the path of ${folder} is too long for a socket, so PostgreSQL's is elsewhere`);
  return made;
}

/** Undoes chooseSocketFolder once PostgreSQL has stopped. */
export async function removeSocketFolder({
  folder,
  noteFile,
}: Pick<Wish, 'folder' | 'noteFile'>): Promise<void> {
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
