import { PassThrough, type Readable, Transform } from 'node:stream';
import { AppError } from '../../domain/errors.ts';
import type { StagedFile } from '../../runs/runs.ts';
import { clientGone, watchBody } from './body-stream.ts';
import { fileNameOf } from './file-name.ts';

/** Staging area of uploads on disk. */
export interface Uploads {
  stage(
    stream: Readable,
    options: { maxBytes: number; minFreeBytes?: number },
  ): Promise<{ path: string; sizeBytes: number; sha256: string }>;
  discard(path: string): Promise<void>;
}

/** Files of one request. The owner must call `discard` unless a run has taken the files. */
export class UploadSession {
  readonly files: StagedFile[] = [];
  readonly #uploads: Uploads;
  readonly #limitBytes: number;
  readonly #minFreeBytes: number;
  readonly #quotaBytes: number;
  #receivedBytes = 0;

  constructor(
    uploads: Uploads,
    limitBytes: number,
    { minFreeDiskBytes = 0, runDiskBytes = 0 }: { minFreeDiskBytes?: number; runDiskBytes?: number } = {},
  ) {
    this.#uploads = uploads;
    this.#limitBytes = limitBytes;
    this.#minFreeBytes = minFreeDiskBytes;
    this.#quotaBytes = runDiskBytes > 0 ? runDiskBytes : Number.POSITIVE_INFINITY;
  }

  /** Files arrive sequentially; the limit applies to their sum. */
  async add(field: string, sentName: string, source: Readable): Promise<void> {
    const name = fileNameOf(sentName, field);
    const counted = source.pipe(this.#counter(name));
    source.once('error', (error) => counted.destroy(error));
    source.once('close', () => {
      if (!source.readableEnded) counted.destroy(new Error('The upload ended early.'));
    });
    const place = this.files.length;
    const maxBytes = this.#limitBytes - this.#receivedBytes;
    this.files.push({ name, path: '', sizeBytes: 0, sha256: '' });
    const staged = await this.#uploads.stage(counted, { maxBytes, minFreeBytes: this.#minFreeBytes });
    this.files[place] = { name, ...staged };
  }

  /** Stores the body on disk and calls `use` with its path. */
  async withBody<T>(
    source: Readable,
    { maxBytes, tooLarge }: { maxBytes: number; tooLarge: () => AppError },
    use: (path: string) => Promise<T>,
  ): Promise<T> {
    const { path } = await stageBody(this.#uploads, source, {
      maxBytes,
      minFreeBytes: this.#minFreeBytes,
    }).catch((error: unknown) => {
      throw error instanceof AppError && error.code === 'too_large' ? tooLarge() : error;
    });
    try {
      return await use(path);
    } finally {
      await this.#uploads.discard(path);
    }
  }

  async discard(): Promise<void> {
    const paths = this.files.map((file) => file.path).filter((path) => path !== '');
    this.files.length = 0;
    await Promise.all(paths.map((path) => this.#uploads.discard(path)));
  }

  #counter(name: string): Transform {
    return new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        this.#receivedBytes += chunk.length;
        if (this.#receivedBytes > this.#limitBytes) done(uploadTooLarge(this.#limitBytes, name));
        else if (this.#receivedBytes > this.#quotaBytes) done(overQuota(this.#quotaBytes, name));
        else done(null, chunk);
      },
    });
  }
}

/** Does not destroy the request on failure, so that it gets a response. */
async function stageBody(
  uploads: Uploads,
  source: Readable,
  limits: { maxBytes: number; minFreeBytes: number },
): Promise<{ path: string }> {
  // Staging may check the disk before it reads; an unhandled error would end the service.
  const copy = new PassThrough().on('error', () => {});
  const fail = (error: AppError) => copy.destroy(error);
  const onGone = () => {
    if (!source.readableEnded) fail(clientGone());
  };
  const endWatch = watchBody(source, fail);
  source.once('close', onGone).once('error', onGone);
  try {
    return await uploads.stage(source.pipe(copy), limits);
  } finally {
    endWatch();
    source.off('close', onGone).off('error', onGone).unpipe(copy);
    source.resume();
  }
}

function overQuota(quotaBytes: number, name: string): AppError {
  const message = `${name} exceeds the disk limit of ${Math.floor(quotaBytes / 2 ** 20)} MB per run (SPATE_RUN_DISK_MB).`;
  return new AppError('over_quota', message, [{ code: 'over_quota', message, field: 'run_files' }]);
}

export function uploadTooLarge(limitBytes: number, name?: string): AppError {
  const what = name === undefined ? 'The upload exceeds' : `${name} exceeds`;
  const message = `${what} the upload limit of ${limitBytes} bytes per request. Send less, or raise the limit.`;
  return new AppError('too_large', message, [{ code: 'too_large', message, field: 'run_files' }]);
}
