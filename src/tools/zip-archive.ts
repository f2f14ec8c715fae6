import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { type Entry, getFileNameLowLevel, openPromise, type ZipFile } from 'yauzl';
import { type ListedEntry, refuse, refuseSpecialFile, safeName, unpackingError } from './archive-rules.ts';

interface ZipEntry extends ListedEntry {
  entry: Entry;
}

/** Lists a .zip file by its directory. Throws `archive_refused` for anything but plain files and folders. */
export async function listZip(path: string, archive: string, maxEntries: number): Promise<ListedEntry[]> {
  const listed: ListedEntry[] = [];
  await visitZip(path, archive, maxEntries, async (_zip, { name, sizeBytes, isFolder }) => {
    listed.push({ name, sizeBytes, isFolder });
  });
  return listed;
}

/** Writes all files below `folder`, which no other process may write to. */
export async function extractZip(path: string, archive: string, folder: string): Promise<void> {
  await visitZip(path, archive, Number.POSITIVE_INFINITY, async (zip, { entry, name, isFolder }) => {
    if (isFolder) return;
    const target = join(folder, name);
    await mkdir(dirname(target), { recursive: true });
    // yauzl fails the stream when the content is larger than the directory entry.
    const content = await zip.openReadStreamPromise(entry);
    await pipeline(content, createWriteStream(target, { flags: 'wx', mode: 0o644 }));
  });
}

/** The content of the named files; the caller ensures that it fits into memory. */
export async function readZip(
  path: string,
  archive: string,
  names: ReadonlySet<string>,
): Promise<Map<string, Uint8Array>> {
  const contents = new Map<string, Uint8Array>();
  await visitZip(path, archive, Number.POSITIVE_INFINITY, async (zip, { entry, name, isFolder }) => {
    if (!isFolder && names.has(name))
      contents.set(name, await buffer(await zip.openReadStreamPromise(entry)));
  });
  return contents;
}

/** Reads the directory entry by entry without keeping entries, which may have 128 KiB of comments and extra fields. */
async function visitZip(
  path: string,
  archive: string,
  maxEntries: number,
  visit: (zip: ZipFile, entry: ZipEntry) => Promise<void>,
): Promise<void> {
  let zip: ZipFile | undefined;
  try {
    zip = await openPromise(path, { autoClose: false, lazyEntries: true, decodeStrings: false });
    if (zip.entryCount > maxEntries) {
      throw refuse(archive, `it contains more than ${maxEntries} files`);
    }
    for await (const entry of zip.eachEntry()) {
      const read = readEntry(archive, entry);
      if (!read.name.startsWith('__MACOSX/')) {
        await visit(zip, read);
      }
    }
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
    throw refuse(archive, `the entry "${name}" is encrypted`);
  }
  refuseSpecialFile(archive, name, entry.externalFileAttributes >>> 16);
  return { entry, name, isFolder, sizeBytes: entry.uncompressedSize };
}

/** Many programs write UTF-8 without the flag; invalid UTF-8 is decoded with the code page of the format. */
function decodeName(entry: Entry): string {
  const bytes = entry.fileNameRaw;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return getFileNameLowLevel(entry.generalPurposeBitFlag, bytes, entry.extraFields, false);
  }
}
