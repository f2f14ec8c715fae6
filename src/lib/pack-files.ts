import { createReadStream, createWriteStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type Pack, pack } from 'tar-stream';

/** A file of an archive: one on disk, or text. */
export type PackedFile = { name: string; isExecutable?: boolean } & ({ path: string } | { text: string });

export interface PackOptions {
  /** Time of all entries. */
  changedAt: Date;
  /** Compression level of gzip. */
  level?: number;
}

/** Writes files into a .tar.gz file. The same files and time give the same bytes, on any machine. */
export async function packFiles(
  files: readonly PackedFile[],
  out: string,
  { changedAt, level = 9 }: PackOptions,
): Promise<void> {
  const archive = pack();
  const written = pipeline(archive, createGzip({ level }), createWriteStream(out));
  const added = addAll(archive, files, changedAt).catch((error: Error) => archive.destroy(error));
  await Promise.all([added, written]);
}

/** The files below a folder, in a fixed order, with the path relative to it as name. Links are left out. */
export async function listFiles(folder: string): Promise<{ name: string; path: string }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
    .map((path) => ({ name: relative(folder, path), path }));
}

async function addAll(archive: Pack, files: readonly PackedFile[], changedAt: Date): Promise<void> {
  for (const file of files) {
    const header = {
      name: file.name,
      mode: file.isExecutable ? 0o755 : 0o644,
      mtime: changedAt,
      uid: 0,
      gid: 0,
      uname: 'root',
      gname: 'root',
    };
    if ('text' in file) {
      archive.entry(header, file.text);
    } else {
      const { size } = await stat(file.path);
      await pipeline(createReadStream(file.path), archive.entry({ ...header, size }));
    }
  }
  archive.finalize();
}
