import { createWriteStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';

export interface PackOptions {
  /** Folder in the archive that contains everything. */
  prefix: string;
  /** Time of all entries. */
  changedAt: Date;
  /** Whether a file, relative to the folder, is executable. */
  isExecutable(path: string): boolean;
}

/** Writes the files of a folder into a .tgz file. The same files give the same bytes, on any machine. */
export async function packFolder(
  folder: string,
  out: string,
  { prefix, changedAt, isExecutable }: PackOptions,
): Promise<void> {
  const archive = pack();
  const written = pipeline(archive, createGzip({ level: 9 }), createWriteStream(out));
  for (const path of await filesIn(folder)) {
    const header = {
      name: `${prefix}/${path}`,
      mode: isExecutable(path) ? 0o755 : 0o644,
      mtime: changedAt,
      uid: 0,
      gid: 0,
      uname: 'root',
      gname: 'root',
    };
    archive.entry(header, await readFile(join(folder, path)));
  }
  archive.finalize();
  await written;
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted();
}
