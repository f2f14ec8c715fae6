import {
  GetObjectCommand,
  type GetObjectCommandOutput,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { SignatureV4 } from '@smithy/signature-v4';
import type { DirectTransfers } from '../file-store.ts';

/** Maximum time until a transfer starts. */
const validForS = 900;
/** Limit of S3 for one request. */
const maxUploadBytes = 5 * 2 ** 30;

type Command = GetObjectCommand | PutObjectCommand;
type HttpRequest = Parameters<SignatureV4['presign']>[0];

/** Presigned requests: their holder can read one file, or store only the bytes with the given length and checksum. */
export function presignTransfers(
  client: S3Client,
  at: (storageKey: string) => { Bucket: string; Key: string },
): DirectTransfers {
  const signer = new SignatureV4({
    service: 's3',
    region: client.config.region,
    credentials: client.config.credentials,
    sha256: client.config.sha256,
    uriEscapePath: false,
    applyChecksum: false,
  });

  const presign = async (command: Command) => {
    const built = await requestOf(client, command);
    // Signed without headers, so that the URL alone suffices for a download.
    const request = built.method === 'GET' ? { ...built, headers: {} } : built;
    const headers = { ...request.headers, host: hostOf(request), 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' };
    // Kept as signed headers, so that the storage verifies them.
    const unhoistableHeaders = new Set(Object.keys(request.headers).map((name) => name.toLowerCase()));
    const signed = await signer.presign(
      { ...request, headers },
      { expiresIn: validForS, unhoistableHeaders },
    );
    const { host: _host, ...others } = signed.headers;
    return { url: urlOf(signed), headers: others };
  };

  return {
    maxUploadBytes,
    download: async (storageKey) => (await presign(new GetObjectCommand(at(storageKey)))).url,
    upload: async (storageKey, { sizeBytes, sha256 }) =>
      presign(
        new PutObjectCommand({
          ...at(storageKey),
          ContentLength: sizeBytes,
          ChecksumSHA256: Buffer.from(sha256, 'hex').toString('base64'),
          Metadata: { sha256 },
        }),
      ),
  };
}

/** The request that the command would send, before it is signed. */
async function requestOf(client: S3Client, command: Command): Promise<HttpRequest> {
  let request: HttpRequest | undefined;
  // All commands have the same middleware; a union of them cannot be called.
  const same = command as unknown as GetObjectCommand;
  same.middlewareStack.add(
    () => async (args) => {
      request = args.request as HttpRequest;
      return { response: {}, output: { $metadata: {} } as GetObjectCommandOutput };
    },
    { step: 'build', priority: 'high', name: 'takeRequest' },
  );
  await client.send(same);
  if (!request) throw new Error('The request was not built.');
  return request;
}

function hostOf({ hostname, port }: HttpRequest): string {
  return port === undefined ? hostname : `${hostname}:${port}`;
}

function urlOf(request: HttpRequest): string {
  const url = new URL(`${request.protocol}//${hostOf(request)}${request.path}`);
  for (const [name, value] of Object.entries(request.query ?? {}))
    for (const each of [value].flat()) url.searchParams.append(name, each ?? '');
  return url.href;
}
