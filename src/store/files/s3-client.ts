import type { S3Client } from '@aws-sdk/client-s3';

/** How to reach the storage. Values that are null come from the environment, the profile or the instance, as in every AWS SDK. */
export interface S3Access {
  endpoint: string | null;
  region: string | null;
  isPathStyle: boolean;
  accessKeyId: string | null;
  secretAccessKey: string | null;
}

/** Commands of the SDK, loaded only by services that use S3. */
export type S3Sdk = typeof import('@aws-sdk/client-s3');

const connectTimeoutMs = 5000;
const idleTimeoutMs = 60_000;
/** With exponential backoff up to 20 s: survives a restart of the storage. */
const maxAttempts = 6;
/** Each download of a node holds a connection. */
const maxConnections = 500;

export async function connectS3(access: S3Access): Promise<{ sdk: S3Sdk; client: S3Client }> {
  const sdk = await import('@aws-sdk/client-s3');
  const { endpoint, accessKeyId, secretAccessKey } = access;
  // Storage other than AWS ignores the region, but signatures contain one.
  const region = access.region ?? (endpoint === null ? null : 'us-east-1');
  const client = new sdk.S3Client({
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
  return { sdk, client };
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
