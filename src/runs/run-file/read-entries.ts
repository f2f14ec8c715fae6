import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { AppError } from '../../domain/errors.ts';
import { entryNames, runFileLimits } from './run-document.ts';

export interface RunFileEntry {
  name: string;
  content: Buffer;
}

/** The entries of a run file, one at a time. Throws `archive_refused` for other files and above the limits. */
export async function* readEntries(path: string): AsyncGenerator<RunFileEntry> {
  const tar = extract();
  const failure: { error?: unknown } = {};
  const unpacking = pipeline(createReadStream(path), createGunzip(), tar).catch((error: unknown) => {
    failure.error = error;
  });
  const seen = new Set<string>();
  let totalBytes = 0;
  try {
    for await (const entry of tar) {
      const { name, type, size = 0 } = entry.header;
      if (type !== 'file') throw refuse(`the entry "${name.slice(0, 100)}" is not a file`);
      if (!isKnownName(name)) throw refuse(`the entry "${name.slice(0, 100)}" does not belong to a run file`);
      if (seen.has(name)) throw refuse(`the entry "${name.slice(0, 100)}" occurs twice`);
      seen.add(name);
      totalBytes += size;
      if (seen.size > runFileLimits.entries)
        throw refuse(`it has more than ${runFileLimits.entries} entries`);
      if (size > limitOf(name) || totalBytes > runFileLimits.totalBytes)
        throw refuse(`the content of "${name.slice(0, 100)}" is too large`);
      const chunks: Buffer[] = [];
      for await (const chunk of entry) chunks.push(chunk as Buffer);
      yield { name, content: Buffer.concat(chunks) };
    }
    await unpacking;
  } catch (error) {
    throw asRefusal(failure.error ?? error);
  } finally {
    tar.destroy();
  }
  if (failure.error !== undefined) throw asRefusal(failure.error);
}

export function refuse(reason: string): AppError {
  const message = `The file is not a valid run file: ${reason}. Create one with: spate export <run>.`;
  return new AppError('archive_refused', message, [{ code: 'archive_refused', message, field: 'run_files' }]);
}

function asRefusal(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return refuse(`it cannot be unpacked (${error instanceof Error ? error.message : String(error)})`);
}

/** Entries are not written under their names, but the plan is displayed under its name. */
function isKnownName(name: string): boolean {
  const { document, manifest, signature, plan, rollups } = entryNames;
  if (name === document || name === manifest || name === signature) return true;
  if (name.startsWith(rollups)) return /^rollups\/\d{5}\.bin$/.test(name);
  const file = name.slice(plan.length);
  return name.startsWith(plan) && /^[^/\\\0]{1,255}$/.test(file) && file !== '.' && file !== '..';
}

function limitOf(name: string): number {
  if (name.startsWith(entryNames.rollups)) return runFileLimits.rollupsBytes;
  return name.startsWith(entryNames.plan) ? runFileLimits.planBytes : runFileLimits.documentBytes;
}
