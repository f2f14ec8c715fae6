import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { AppError } from '../../domain/errors.ts';
import type { ByteRange } from '../../lib/byte-range.ts';
import { isId, newId } from '../../lib/id.ts';
import { createLimiter } from '../../lib/limiter.ts';
import type { Log } from '../../lib/log.ts';
import { type S3Place, s3UrlOf } from '../../lib/s3-url.ts';
import type { FileStore, Staged } from '../file-store.ts';
import { connectS3, isNotFound, retrying, type S3Access, statusOf } from './s3-client.ts';
import { objects, unfinishedUploads } from './s3-listing.ts';
import { presignTransfers } from './s3-presign.ts';
import { uploadFile } from './s3-upload.ts';
import { openStaging } from './staging.ts';
import { checkStorageKey, missingFile } from './storage-key.ts';

export interface S3StoreOptions {
  place: S3Place;
  access: S3Access;
  /** Local folder of uploads that are not assigned to a run yet. */
  stagingFolder: string;
  /** Nodes may use presigned requests. */
  isDirect?: boolean;
  log: Log;
}

export interface S3Store extends FileStore {
  /** Stores a local file under a given key, and leaves the local file in place. */
  put(storageKey: string, file: Staged): Promise<void>;
  /** Size and checksum of a stored file; undefined when it does not exist. */
  describe(storageKey: string): Promise<{ sizeBytes: number; sha256: string | undefined } | undefined>;
  /** Writes a small object next to the files, unless it exists; returns the stored text. */
  claim(name: string, text: string): Promise<string>;
}

/** Parts of uploads in memory at a time, of 8 MiB each. */
const maxPartsInMemory = 8;

/** Opens a store below `place`; throws when the bucket does not exist or cannot be reached. */
export async function openS3Store({
  place,
  access,
  stagingFolder,
  isDirect = false,
  log,
}: S3StoreOptions): Promise<S3Store> {
  const staging = await openStaging(stagingFolder);
  const client = connectS3(access);
  const { bucket: Bucket, prefix } = place;
  const filesPrefix = `${prefix}files/`;
  const deps = { client, limit: createLimiter(maxPartsInMemory) };
  const listing = { client, bucket: Bucket, prefix: filesPrefix };
  const at = (storageKey: string) => ({ Bucket, Key: `${filesPrefix}${checkStorageKey(storageKey)}` });

  /** Failures are temporary for users; the log has the cause. */
  const failed = (operation: string, cause: unknown): AppError => {
    log.error({ err: cause, operation, store: s3UrlOf(place) }, 'file-store.request.failed');
    const message = 'The file store of the service does not respond. Retry in a few seconds.';
    return new AppError('starting', message, [], { cause });
  };
  const attempt = <T>(operation: string, work: () => Promise<T>): Promise<T> =>
    retrying(work).catch((error: unknown) => {
      throw isNotFound(error) ? missingFile(error) : failed(operation, error);
    });

  const put = (storageKey: string, file: Staged) =>
    uploadFile(deps, at(storageKey), file).catch((error: unknown) => {
      throw failed('upload', error);
    });

  const describe: S3Store['describe'] = async (storageKey) => {
    const target = at(storageKey);
    return attempt('describe', async () => {
      const { ContentLength = 0, Metadata } = await client.send(new HeadObjectCommand(target));
      return { sizeBytes: ContentLength, sha256: Metadata?.sha256 };
    }).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'files_expired') return undefined;
      throw error;
    });
  };

  const abortUploads = async (olderThan: Date): Promise<number> => {
    let count = 0;
    for await (const { Key, UploadId, Initiated } of unfinishedUploads(listing)) {
      if (!Initiated || Initiated >= olderThan) continue;
      const abort = new AbortMultipartUploadCommand({ Bucket, Key, UploadId });
      await client.send(abort).catch((error: unknown) => {
        // Completed or aborted by another service since it was listed.
        if (!isNotFound(error)) throw error;
      });
      count++;
    }
    return count;
  };

  await retrying(() => client.send(new HeadBucketCommand({ Bucket }))).catch((error: unknown) => {
    client.destroy();
    throw unusable(place, access, error);
  });

  return {
    stage: staging.stage,
    discard: staging.discard,
    put,
    describe,
    direct: isDirect ? presignTransfers(client, at) : undefined,

    async keep(staged) {
      const storageKey = newId();
      await put(storageKey, { ...staged, path: staging.pathOf(staged.path) });
      await rm(staged.path, { force: true });
      return storageKey;
    },

    sizeOf: async (storageKey) => (await describe(storageKey))?.sizeBytes,

    localPath: () => undefined,

    async open(storageKey: string, range?: ByteRange) {
      const target = at(storageKey);
      const Range = range && `bytes=${range.start}-${range.end}`;
      const { Body } = await attempt('download', () =>
        client.send(new GetObjectCommand({ ...target, Range })),
      );
      return Body as Readable;
    },

    async remove(storageKey) {
      const target = at(storageKey);
      await attempt('remove', () => client.send(new DeleteObjectCommand(target)));
    },

    freeBytes: async () => null,

    async sweepUnfinished(olderThan) {
      const staged = await staging.sweep(olderThan);
      return staged + (await attempt('sweep', () => abortUploads(olderThan)));
    },

    async *keysBefore(olderThan) {
      for await (const { Key, LastModified } of objects(listing)) {
        const name = Key?.slice(filesPrefix.length) ?? '';
        if (isId(name) && LastModified && LastModified < olderThan) yield name;
      }
    },

    async claim(name, text) {
      const target = { Bucket, Key: `${prefix}${name}` };
      return attempt('claim', async () => {
        await client
          .send(new PutObjectCommand({ ...target, Body: text, IfNoneMatch: '*' }))
          .catch((error: unknown) => {
            // Precondition failed, or a concurrent write.
            if (statusOf(error) !== 412 && statusOf(error) !== 409) throw error;
          });
        const { Body } = await client.send(new GetObjectCommand(target));
        return (await Body?.transformToString()) ?? '';
      });
    },

    close: () => client.destroy(),
  };
}

function unusable(place: S3Place, { endpoint }: S3Access, error: unknown): AppError {
  const where = endpoint === null ? '' : ` at ${endpoint}`;
  const status = statusOf(error);
  const reason =
    status === 404
      ? 'the bucket does not exist. Create it'
      : status === 403
        ? 'the keys have no access to it. Allow s3:ListBucket, s3:ListBucketMultipartUploads, s3:GetObject, s3:PutObject, s3:DeleteObject and s3:AbortMultipartUpload'
        : `it does not respond (${error instanceof Error ? error.message || error.name : String(error)}). Check SPATE_S3_ENDPOINT and SPATE_S3_REGION`;
  return new AppError('starting', `Files cannot be stored in ${s3UrlOf(place)}${where}: ${reason}.`);
}
