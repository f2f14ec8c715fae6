import { once } from 'node:events';
import { constants } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import { dirname, sep } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack as createPack, type Pack } from 'tar-stream';
import { type Masker, maskText } from '../../lib/masker.ts';
import type { SentFrame } from '../../protocol/frame-message.ts';
import { frameLine } from './frame-lines.ts';
import { walkFiles } from './walk-files.ts';

export interface ArchiveSource {
  folders: { files: string; results: string };
  /** Files of the tool for flood/results; skipped unless they are below `root`. */
  toolFiles: readonly { name: string; path: string }[];
  root: string;
  frames(): AsyncIterable<SentFrame>;
  /** Larger files are skipped and listed in left-out.txt. */
  maxFileBytes: number;
  /** End of the execution; modification time of generated entries. */
  endedAtMs: number;
  /** Masks secrets in names and contents; undefined without secrets. */
  masker?: Masker | undefined;
}

/** May contain secrets, so it is never archived. */
const environmentFile = 'environment';
const linesBytesPerEntry = 4 * 1024 * 1024;
const chunkBytes = 64 * 1024;
const gzipLevel = 4;

/**
 * Files, results and frames of an execution as .tar.gz. Deterministic: the same source produces the same bytes, so the
 * archive can be streamed again instead of being stored on disk.
 */
export function archiveStream(source: ArchiveSource): Readable {
  const pack = createPack();
  const output = new PassThrough();
  fill(pack, source).catch((error) => pack.destroy(error));
  pipeline(pack, createGzip({ level: gzipLevel }), output).catch((error) => output.destroy(error));
  return output;
}

async function fill(pack: Pack, source: ArchiveSource): Promise<void> {
  const leftOut: string[] = [];
  for (const folder of ['files', 'results'] as const) {
    for await (const found of walkFiles(source.folders[folder])) {
      if (folder === 'files' && found.name === environmentFile) continue;
      const path = folder === 'files' ? `flood/files/${found.name}` : resultName(found.name);
      const name = maskText(source.masker, path);
      const problem = found.problem ?? (await addFile(pack, name, found.path, source));
      if (problem) leftOut.push(`${name}: ${problem}`);
    }
  }
  for (const { name, path } of source.toolFiles) {
    const isInside = await liesBelow(path, source.root);
    const problem = isInside
      ? await addFile(pack, maskText(source.masker, resultName(name)), path, source)
      : 'it is reached through a link';
    if (problem) leftOut.push(`${resultName(name)}: ${problem}`);
  }
  await addFrames(pack, source);
  if (leftOut.length > 0) {
    const text = `Files that are not in this archive:\n${leftOut.join('\n')}\n`;
    await addText(pack, 'flood/results/left-out.txt', text, source.endedAtMs);
  }
  pack.finalize();
}

/** flood/results contains no folders: clients copy each of its entries as a file and fail on a folder. */
function resultName(name: string): string {
  return name.includes('/') ? `flood/folders/${name}` : `flood/results/${name}`;
}

/** Returns why the file was skipped, or undefined when it was added. */
async function addFile(
  pack: Pack,
  name: string,
  path: string,
  { maxFileBytes: maxBytes, masker }: ArchiveSource,
): Promise<string | undefined> {
  // O_NOFOLLOW: the file may have been replaced by a link since it was listed.
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
    () => undefined,
  );
  if (!file) return 'it cannot be read';
  try {
    const stat = await file.stat();
    if (!stat.isFile()) return 'it is not a regular file';
    const { size, mtime, mode } = stat;
    if (size > maxBytes) return `${size} bytes exceed the limit of ${maxBytes} bytes`;
    const header = { name, size, mtime, mode: mode & 0o777 };
    if (masker) await writeMasked(pack, header, file, masker);
    else await writeEntry(pack, header, exactly(file, size));
    return undefined;
  } finally {
    await file.close();
  }
}

/** The size of a masked text is known after it was read once; masking keeps the size of binary files. */
async function writeMasked(
  pack: Pack,
  header: { name: string; size: number; mtime: Date; mode: number },
  file: FileHandle,
  masker: Masker,
): Promise<void> {
  const isBinary = await startsBinary(file);
  const content = () => masker.stream(exactly(file, header.size), isBinary);
  let size = 0;
  if (isBinary) size = header.size;
  else for await (const chunk of content()) size += chunk.length;
  await writeEntry(pack, { ...header, size }, content());
}

async function startsBinary(file: FileHandle): Promise<boolean> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(chunkBytes), 0, chunkBytes, 0);
  return buffer.subarray(0, bytesRead).includes(0);
}

/** A script may have replaced a folder of the tool by a link to files outside of the workspace. */
async function liesBelow(path: string, root: string): Promise<boolean> {
  try {
    return (await realpath(dirname(path))).startsWith(`${await realpath(root)}${sep}`);
  } catch {
    return false;
  }
}

/** Yields exactly `size` bytes, zero-padded when the file has shrunk: a tar entry must have its announced size. */
async function* exactly(file: FileHandle, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < size; ) {
    const wanted = Math.min(chunkBytes, size - at);
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(wanted), 0, wanted, at);
    yield bytesRead > 0 ? buffer.subarray(0, bytesRead) : Buffer.alloc(wanted);
    at += bytesRead || wanted;
  }
}

async function writeEntry(
  pack: Pack,
  header: { name: string; size: number; mtime: Date; mode: number },
  chunks: AsyncIterable<Buffer>,
): Promise<void> {
  const { promise: written, resolve, reject } = Promise.withResolvers<void>();
  written.catch(() => {});
  const entry = pack.entry(header, (error) => (error ? reject(error) : resolve()));
  for await (const chunk of chunks) {
    if (!entry.write(chunk)) await Promise.race([once(entry, 'drain'), written]);
  }
  entry.end(null);
  await written;
}

/** One JSON line per frame, split into files that fit into memory: tar needs the size before the content. */
async function addFrames(pack: Pack, source: ArchiveSource): Promise<void> {
  let lines: string[] = [];
  let bytes = 0;
  let part = 0;
  const flush = async () => {
    part++;
    const name = `flood/frames/frames-${String(part).padStart(5, '0')}.jsonl`;
    await addText(pack, name, lines.join(''), source.endedAtMs);
    lines = [];
    bytes = 0;
  };
  for await (const frame of source.frames()) {
    const line = frameLine(frame);
    lines.push(line);
    bytes += line.length;
    if (bytes >= linesBytesPerEntry) await flush();
  }
  if (lines.length > 0 || part === 0) await flush();
}

async function addText(pack: Pack, name: string, text: string, atMs: number): Promise<void> {
  const bytes = Buffer.from(text);
  const header = { name, size: bytes.length, mtime: new Date(atMs), mode: 0o644 };
  await writeEntry(pack, header, chunksOf(bytes));
}

async function* chunksOf(bytes: Buffer): AsyncGenerator<Buffer> {
  if (bytes.length > 0) yield bytes;
}
