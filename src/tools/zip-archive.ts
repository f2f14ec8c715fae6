import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Entry, getFileNameLowLevel, openPromise, type ZipFile } from 'yauzl';
import { type ListedEntry, refuse, refuseSpecialFile, safeName, unpackingError } from './archive-rules.ts';

interface ZipEntry extends ListedEntry {
  entry: Entry;
}

/** Lists a .zip file by its directory. Throws `archive_refused` for anything but plain files and folders. */
export async function listZip(path: string, archive: string, maxEntries: number): Promise<ListedEntry[]> {
  return withZip(path, archive, maxEntries, async (_zip, entries) =>
    entries.map(({ entry: _, ...listed }) => listed),
  );
}

/** Writes the chosen entries below `folder`, which must not be in anybody else's hands. */
export async function extractZip(
  path: string,
  archive: string,
  folder: string,
  isWanted: (name: string) => boolean,
): Promise<void> {
  await withZip(path, archive, Number.POSITIVE_INFINITY, async (zip, entries) => {
    for (const { entry, name, isFolder } of entries) {
      if (isFolder || !isWanted(name)) {
        continue;
      }
      const target = join(folder, name);
      await mkdir(dirname(target), { recursive: true });
      // yauzl ends the stream with an error when more comes out than the directory says.
      const content = await zip.openReadStreamPromise(entry);
      await pipeline(content, createWriteStream(target, { flags: 'wx', mode: 0o644 }));
    }
  });
}

async function withZip<T>(
  path: string,
  archive: string,
  maxEntries: number,
  work: (zip: ZipFile, entries: ZipEntry[]) => Promise<T>,
): Promise<T> {
  let zip: ZipFile | undefined;
  try {
    zip = await openPromise(path, { autoClose: false, lazyEntries: true, decodeStrings: false });
    if (zip.entryCount > maxEntries) {
      throw refuse(archive, `it holds more than ${maxEntries} files`);
    }
    const entries: ZipEntry[] = [];
    for await (const entry of zip.eachEntry()) {
      const read = readEntry(archive, entry);
      if (!read.name.startsWith('__MACOSX/')) {
        entries.push(read);
      }
    }
    return await work(zip, entries);
  } catch (error) {
    throw unpackingError(archive, error);
  } finally {
    zip?.close();
  }
}

function readEntry(archive: string, entry: Entry): ZipEntry {
  const rawName = decodeName(entry);
  const isFolder = /[/\\]$/.test(rawName);
  const name = safeName(archive, rawName);
  if (entry.isEncrypted()) {
    throw refuse(archive, `"${name}" in it is encrypted`);
  }
  refuseSpecialFile(archive, name, entry.externalFileAttributes >>> 16);
  return { entry, name, isFolder, sizeBytes: entry.uncompressedSize };
}

/** Many programs write UTF-8 without saying so; what is no UTF-8 is the code page that the format names. */
function decodeName(entry: Entry): string {
  const bytes = entry.fileNameRaw;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return getFileNameLowLevel(entry.generalPurposeBitFlag, bytes, entry.extraFields, false);
  }
}
