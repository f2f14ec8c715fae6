import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Readable, Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { bytes } from '../../lib/figures.ts';
import { CliError } from '../cli-error.ts';
import { renderBar } from '../render/bar.ts';
import type { Terminal } from '../terminal.ts';

const redrawEveryMs = 100;

export interface SaveSettings {
  terminal: Pick<Terminal, 'note' | 'progress'>;
  /** If known in advance. */
  sizeBytes?: number;
}

/** Streams a response into a file, or to standard output for `-`. A file is written atomically. */
export async function saveResponse(response: Response, path: string, settings: SaveSettings): Promise<void> {
  if (response.body === null) throw new CliError('The response of the service has no body.');
  const body = Readable.fromWeb(response.body as ReadableStream<Uint8Array>);
  if (path === '-') {
    await pipeline(body, standardOutput()).catch(explainCut);
    return;
  }
  const target = resolve(path);
  const part = `${target}.part`;
  const count = createCounter(settings);
  try {
    await mkdir(dirname(target), { recursive: true });
    await pipeline(body, count.stream, createWriteStream(part)).catch(explainCut);
    await rename(part, target);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  } finally {
    count.end();
  }
  settings.terminal.note(`${path}: ${bytes(count.sum())}`);
}

/** Keeps process.stdout open. A closed pipe (| head) is not an error. */
function standardOutput(): Writable {
  return new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      if (process.stdout.destroyed || !process.stdout.writable) return done();
      process.stdout.write(chunk, (error) => {
        const isGone = (error as NodeJS.ErrnoException | null | undefined)?.code === 'EPIPE';
        done(isGone ? null : error);
      });
    },
  });
}

function createCounter({ terminal: { progress }, sizeBytes }: SaveSettings) {
  let [sumBytes, drawnAtMs] = [0, Number.NEGATIVE_INFINITY];
  const draw = () => {
    const nowMs = performance.now();
    if (!progress.isInteractive || nowMs - drawnAtMs < redrawEveryMs) return;
    drawnAtMs = nowMs;
    const bar = sizeBytes === undefined ? '' : `${renderBar(sumBytes / Math.max(1, sizeBytes), 24)} `;
    const line = `Downloading ${bar}${bytes(sumBytes)}`;
    progress.write(`\r\u001b[2K${line.slice(0, progress.columns() - 1)}`);
  };
  const stream = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      sumBytes += chunk.length;
      draw();
      done(null, chunk);
    },
  });
  return {
    stream,
    sum: () => sumBytes,
    end: () => {
      if (progress.isInteractive) progress.write('\r\u001b[2K');
    },
  };
}

function explainCut(error: NodeJS.ErrnoException): never {
  if (error.code === 'ENOSPC' || error.code === 'EACCES' || error.code === 'EISDIR') {
    throw new CliError(`Cannot write the file: ${error.message}.`, null, { cause: error });
  }
  throw new CliError(`The download was interrupted: ${error.message}.`, 'Try again.', { cause: error });
}
