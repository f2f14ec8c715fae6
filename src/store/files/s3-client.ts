import { S3Client } from '@aws-sdk/client-s3';
import { Backoff } from '../retry.ts';

/** Access to the storage. Null values come from the environment, the profile or the instance, as in every AWS SDK. */
export interface S3Access {
  endpoint: string | null;
  region: string | null;
  isPathStyle: boolean;
  accessKeyId: string | null;
  secretAccessKey: string | null;
}

const connectTimeoutMs = 5000;
const idleTimeoutMs = 60_000;
/** Attempts of the SDK, all within a second; `retrying` waits longer. */
const maxAttempts = 3;
/** Long enough for a restart of the storage. */
const retryForMs = 15_000;
/** Each download of a node holds a connection. */
const maxConnections = 500;

/** The caller must destroy the client. */
export function connectS3(access: S3Access): S3Client {
  const { endpoint, accessKeyId, secretAccessKey } = access;
  // Storage other than AWS ignores the region, but signatures contain one.
  const region = access.region ?? (endpoint === null ? null : 'us-east-1');
  return new S3Client({
    forcePathStyle: access.isPathStyle,
    maxAttempts,
    requestHandler: {
      connectionTimeout: connectTimeoutMs,
      socketTimeout: idleTimeoutMs,
      httpAgent: { maxSockets: maxConnections },
      httpsAgent: { maxSockets: maxConnections },
    },
    ...(endpoint !== null && { endpoint }),
    ...(region !== null && { region }),
    ...(accessKeyId !== null &&
      secretAccessKey !== null && { credentials: { accessKeyId, secretAccessKey } }),
  });
}

/** Repeats a request while the storage does not respond, responds with a server error, or limits the rate. */
export async function retrying<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const deadlineMs = performance.now() + retryForMs;
  const backoff = new Backoff(100, 3000);
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isTemporary(error) || signal?.aborted || performance.now() > deadlineMs) throw error;
      await backoff.wait(signal);
    }
  }
}

function isTemporary(error: unknown): boolean {
  const status = statusOf(error);
  if (status !== undefined) return status >= 500 || status === 429 || status === 408;
  // Errors of connections; others, such as missing credentials, are permanent.
  return error instanceof Error && ('code' in error || error.name === 'TimeoutError');
}

/** Whether S3 answered that the object, upload or bucket does not exist. */
export function isNotFound(error: unknown): boolean {
  return statusOf(error) === 404;
}

/** HTTP status of the failed request; undefined without a response. */
export function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('$metadata' in error)) return undefined;
  return (error.$metadata as { httpStatusCode?: number }).httpStatusCode;
}
