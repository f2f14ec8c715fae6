import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type ArchiveFacts,
  archiveAddressRoute,
  archiveStoredRoute,
  fileAddressRoute,
} from '../protocol/agent-routes.ts';
import { parseDirectDownload, parseDirectUpload } from '../protocol/parse-message.ts';
import type { Archive } from './archive/make-archive.ts';
import { Backoff } from './backoff.ts';
import {
  callService,
  RefusedError,
  readText,
  type ServiceAddress,
  type ServiceRequest,
} from './service-client.ts';
import type { StorageAccess } from './storage-access.ts';

/** Context of an execution for requests of addresses in the storage of the service. */
export interface DirectOptions {
  /** False: everything goes through the service, without requesting addresses. */
  hasDirectStorage: boolean;
  storage: StorageAccess;
  address: ServiceAddress;
  authorization: string;
  executionId: string;
  signal: AbortSignal;
}

/** Opens a file in the storage of the service; undefined: it comes from the service. */
export async function openDirectly(
  options: DirectOptions,
  fileId: string,
  headers: Record<string, string>,
): Promise<IncomingMessage | undefined> {
  const { executionId } = options;
  if (!canTransfer(options)) return undefined;
  const answer = await requestTransfer(options, {
    method: 'GET',
    path: fileAddressRoute(executionId, fileId),
  });
  if (answer === undefined) return undefined;
  const { url } = parseDirectDownload(answer);
  return callStorage(options, url, { method: 'GET', headers });
}

/** Uploads an archive to the storage of the service, which verifies it. False: it must go to the service. */
export async function uploadDirectly(options: DirectOptions, archive: Archive): Promise<boolean> {
  const { executionId } = options;
  if (!canTransfer(options)) return false;
  const { sizeBytes, sha256 } = archive;
  const facts: ArchiveFacts = { sizeBytes, sha256 };
  const post = (path: string) =>
    requestTransfer(options, { method: 'POST', path, body: JSON.stringify(facts) });
  const answer = await post(archiveAddressRoute(executionId));
  if (answer === undefined) return false;
  const target = parseDirectUpload(answer);
  if ('isStored' in target) return true;
  const { url, headers } = target;
  const body = { stream: archive.open(), sizeBytes };
  (await callStorage(options, url, { method: 'PUT', headers, body })).resume();
  await untilAnswered(options, () => post(archiveStoredRoute(executionId)));
  return true;
}

function canTransfer({ hasDirectStorage, storage }: DirectOptions): boolean {
  return hasDirectStorage && storage.isResponding;
}

/** Repeats a request without an answer, so that an archive in the storage is not sent to the service as well. */
async function untilAnswered({ signal }: DirectOptions, request: () => Promise<unknown>): Promise<void> {
  const backoff = new Backoff();
  for (;;) {
    try {
      await request();
      return;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof RefusedError && error.status < 500) throw error;
    }
    await sleep(backoff.nextMs(), undefined, { signal });
  }
}

/** The JSON of the response; undefined for 204. */
async function requestTransfer(
  { address, authorization, signal }: DirectOptions,
  call: Pick<ServiceRequest, 'method' | 'path' | 'body'>,
): Promise<unknown> {
  const headers = { authorization, ...(call.body !== undefined && { 'content-type': 'application/json' }) };
  const response = await callService(address, { ...call, headers, signal });
  const text = await readText(response);
  return text === '' ? undefined : JSON.parse(text);
}

/** The query of the address is a secret, so errors contain the host only. */
function callStorage(
  { storage, signal }: DirectOptions,
  address: string,
  call: Pick<ServiceRequest, 'method' | 'headers' | 'body'>,
): Promise<IncomingMessage> {
  const { origin, pathname, search, host } = new URL(address);
  return callService(
    { url: origin, ca: null },
    {
      ...call,
      path: pathname + search,
      name: `${call.method} at the storage ${host}`,
      signal,
      idleTimeoutMs: storage.timeoutMs,
      onTimeout: () => storage.noteTimeout(),
    },
  );
}
