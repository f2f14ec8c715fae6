import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { Staged } from '../file-store.ts';
import { isNotFound, retrying } from './s3-client.ts';

const megabyte = 2 ** 20;
const partBytes = 8 * megabyte;
/** Limit of S3. */
const maxParts = 10_000;

export interface UploadDeps {
  client: S3Client;
  /** Limits the parts in memory, over all uploads. */
  limit: <T>(work: () => Promise<T>) => Promise<T>;
}

/**
 * Uploads a local file: in one request, or in parts. S3 verifies the SHA-256 of each part, and the whole file is
 * compared with its checksum before the upload is completed. An upload that fails is aborted.
 */
export async function uploadFile(
  deps: UploadDeps,
  target: { Bucket: string; Key: string },
  { path, sizeBytes, sha256 }: Staged,
): Promise<void> {
  await using file = await open(path);
  const size = partSizeOf(sizeBytes);
  const whole = createHash('sha256');
  // Parts are read in order, because the checksum of the whole file is computed while reading.
  const read = async (start: number) => {
    const part = await readPart(file, start, Math.min(size, sizeBytes - start), path);
    whole.update(part);
    return { Body: part, ContentLength: part.length, ChecksumSHA256: sha256Of(part) };
  };
  const verify = () => {
    if (whole.digest('hex') !== sha256) throw new Error(`${path} does not match its checksum ${sha256}.`);
  };
  const { client, limit } = deps;
  const Metadata = { sha256 };
  if (sizeBytes <= size) {
    await limit(async () => {
      const part = await read(0);
      verify();
      await retrying(() => client.send(new PutObjectCommand({ ...target, ...part, Metadata })));
    });
    return;
  }
  const create = new CreateMultipartUploadCommand({ ...target, Metadata, ChecksumAlgorithm: 'SHA256' });
  const { UploadId } = await retrying(() => client.send(create));
  const upload = { ...target, UploadId };
  try {
    const Parts = await uploadParts(deps, upload, Math.ceil(sizeBytes / size), (index) => read(index * size));
    verify();
    const complete = new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } });
    await retrying(() => client.send(complete)).catch(async (error: unknown) => {
      if (!isNotFound(error)) throw error;
      // Completed by a request whose response was lost.
      await retrying(() => client.send(new HeadObjectCommand(target)));
    });
  } catch (error) {
    // If this fails too, the retention job aborts the upload later.
    await client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined);
    throw error;
  }
}

interface Part {
  Body: Buffer;
  ContentLength: number;
  ChecksumSHA256: string;
}

async function uploadParts(
  { client, limit }: UploadDeps,
  upload: { Bucket: string; Key: string; UploadId: string | undefined },
  count: number,
  read: (index: number) => Promise<Part>,
): Promise<{ PartNumber: number; ETag: string | undefined; ChecksumSHA256: string }[]> {
  let reading: Promise<unknown> = Promise.resolve();
  const stop = new AbortController();
  const sendPart = (index: number) =>
    limit(async () => {
      stop.signal.throwIfAborted();
      const own = reading.then(() => read(index));
      reading = own.catch(() => undefined);
      const part = await own;
      const command = new UploadPartCommand({ ...upload, ...part, PartNumber: index + 1 });
      const send = () => client.send(command, { abortSignal: stop.signal });
      const { ETag } = await retrying(send, stop.signal);
      return { PartNumber: index + 1, ETag, ChecksumSHA256: part.ChecksumSHA256 };
    }).catch((error: unknown) => {
      // The first failure aborts the other parts, and is the one reported.
      stop.abort(error);
      throw error;
    });
  const results = await Promise.allSettled(Array.from({ length: count }, (_, index) => sendPart(index)));
  stop.signal.throwIfAborted();
  return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
}

/** Size of the parts of a file, in whole MiB. */
export function partSizeOf(sizeBytes: number): number {
  return Math.max(partBytes, Math.ceil(sizeBytes / maxParts / megabyte) * megabyte);
}

async function readPart(file: FileHandle, start: number, length: number, path: string): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(buffer, filled, length - filled, start + filled);
    if (bytesRead === 0) throw new Error(`${path} is shorter than expected.`);
    filled += bytesRead;
  }
  return buffer;
}

function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64');
}
