import type { IncomingMessage } from 'node:http';
import {
  type ArchiveFacts,
  archiveAddressRoute,
  archiveStoredRoute,
  fileAddressRoute,
} from '../protocol/agent-routes.ts';
import { parseDirectDownload, parseDirectUpload } from '../protocol/parse-message.ts';
import type { Archive } from './archive/make-archive.ts';
import { callService, readText, type ServiceAddress, type ServiceRequest } from './service-client.ts';

/** Context of an execution for requests of addresses in the storage of the service. */
export interface DirectOptions {
  /** False: everything goes through the service, without requesting addresses. */
  hasDirectStorage: boolean;
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
  const { hasDirectStorage, executionId, signal } = options;
  if (!hasDirectStorage) return undefined;
  const answer = await requestTransfer(options, {
    method: 'GET',
    path: fileAddressRoute(executionId, fileId),
  });
  if (answer === undefined) return undefined;
  const { url } = parseDirectDownload(answer);
  return callStorage(url, { method: 'GET', headers, signal });
}

/** Uploads an archive to the storage of the service, which verifies it. False: it must go to the service. */
export async function uploadDirectly(options: DirectOptions, archive: Archive): Promise<boolean> {
  const { hasDirectStorage, executionId, signal } = options;
  if (!hasDirectStorage) return false;
  const { sizeBytes, sha256 } = archive;
  const facts: ArchiveFacts = { sizeBytes, sha256 };
  const post = (path: string) =>
    requestTransfer(options, { method: 'POST', path, body: JSON.stringify(facts) });
  const answer = await post(archiveAddressRoute(executionId));
  if (answer === undefined) return false;
  const { url, headers } = parseDirectUpload(answer);
  const body = { stream: archive.open(), sizeBytes };
  (await callStorage(url, { method: 'PUT', headers, body, signal })).resume();
  await post(archiveStoredRoute(executionId));
  return true;
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
  address: string,
  call: Pick<ServiceRequest, 'method' | 'headers' | 'body' | 'signal'>,
): Promise<IncomingMessage> {
  const { origin, pathname, search, host } = new URL(address);
  const name = `${call.method} at the storage ${host}`;
  return callService({ url: origin, ca: null }, { ...call, path: pathname + search, name });
}
