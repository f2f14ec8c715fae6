import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isDiskFull } from '../disk-full.ts';
import { type ArchiveSource, archiveStream } from './archive-stream.ts';

/** An archive that can be opened and uploaded repeatedly. */
export interface Archive {
  sizeBytes: number;
  sha256: string;
  open(): Readable;
}

/** Writes the archive to `path`. On a full disk it only computes size and hash, and `open` generates the bytes again. */
export async function makeArchive(
  source: ArchiveSource,
  path: string,
  signal: AbortSignal,
): Promise<Archive> {
  const meter = new Meter();
  try {
    await pipeline(archiveStream(source), meter.pass, createWriteStream(path, { mode: 0o600 }), { signal });
    return { ...meter.result(), open: () => createReadStream(path) };
  } catch (error) {
    await rm(path, { force: true });
    if (!isDiskFull(error)) throw error;
  }
  const counter = new Meter();
  await pipeline(archiveStream(source), counter.pass, drain, { signal });
  return { ...counter.result(), open: () => archiveStream(source) };
}

class Meter {
  readonly #hash = createHash('sha256');
  #sizeBytes = 0;

  readonly pass = async function* (this: Meter, chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      this.#hash.update(chunk);
      this.#sizeBytes += chunk.length;
      yield chunk;
    }
  }.bind(this);

  result(): { sizeBytes: number; sha256: string } {
    return { sizeBytes: this.#sizeBytes, sha256: this.#hash.digest('hex') };
  }
}

async function drain(chunks: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of chunks);
}
