import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../domain/errors.ts';
import type { ExecutionFile } from '../../domain/execution.ts';
import type { Log } from '../../lib/log.ts';
import { fileRoute } from '../../protocol/agent-routes.ts';
import { Backoff } from '../backoff.ts';
import { type DirectOptions, openDirectly } from '../direct-transfer.ts';
import { isDiskFull } from '../disk-full.ts';
import { callService, RefusedError } from '../service-client.ts';

export interface DownloadOptions extends DirectOptions {
  file: ExecutionFile;
  folder: string;
  log: Log;
}

const maxWrongChecksums = 3;

/** Downloads one run file, resuming after broken connections, and verifies its SHA-256. Returns its path. */
export async function downloadFile(options: DownloadOptions): Promise<string> {
  const { file, folder, log, signal } = options;
  const path = join(folder, safeName(file.name));
  const backoff = new Backoff();
  let wrongChecksums = 0;
  for (;;) {
    try {
      await fetchRest(options, path);
      if ((await sha256Of(path)) === file.sha256) return path;
      await rm(path, { force: true });
      if (++wrongChecksums === maxWrongChecksums) {
        throw new AppError(
          'internal',
          `The checksum of ${file.name} is wrong after ${wrongChecksums} downloads.`,
        );
      }
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof AppError) throw error;
      if (isDiskFull(error)) {
        throw new AppError('disk_full', `The disk of the node is full: ${file.name} does not fit on it.`);
      }
      if (error instanceof RefusedError && [403, 404, 410].includes(error.status)) {
        throw new AppError('not_found', `The service no longer has the file ${file.name}.`);
      }
      log.warn({ file: file.name, err: error }, 'file.download.failed');
    }
    await sleep(backoff.nextMs(), undefined, { signal });
  }
}

async function fetchRest(options: DownloadOptions, path: string): Promise<void> {
  const { file } = options;
  const have = await sizeOf(path);
  if (have === file.sizeBytes && have > 0) return;
  const canResume = have > 0 && have < file.sizeBytes;
  const response = await openFile(options, canResume ? { range: `bytes=${have}-` } : {});
  const isRest = canResume && response.statusCode === 206;
  const target = await open(path, isRest ? 'a' : 'w', 0o644);
  try {
    let size = isRest ? have : 0;
    for await (const chunk of response) {
      size += chunk.length;
      if (size > file.sizeBytes) break;
      await target.writeFile(chunk);
    }
    if (size < file.sizeBytes) throw new Error(`received ${size} of ${file.sizeBytes} bytes`);
  } finally {
    await target.close();
  }
}

/** From the storage if the service redirects there and it responds, otherwise from the service. */
async function openFile(options: DownloadOptions, range: Record<string, string>): Promise<IncomingMessage> {
  const { address, authorization, executionId, file, signal, log } = options;
  const direct = await openDirectly(options, file.id, range).catch((error: unknown) => {
    signal.throwIfAborted();
    log.warn({ file: file.name, err: error }, 'file.direct-download.failed');
    return undefined;
  });
  if (direct) return direct;
  return callService(address, {
    method: 'GET',
    path: fileRoute(executionId, file.id),
    headers: { authorization, ...range },
    signal,
  });
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0;
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('hex');
}

/** Defence in depth: the service has validated the name already. */
function safeName(name: string): string {
  if (name === '' || name === '.' || name === '..' || basename(name) !== name || name.includes('\0')) {
    throw new AppError(
      'invalid',
      `${JSON.stringify(name)} is not a valid file name. Use a name without a path.`,
    );
  }
  return name;
}
