/** Routes for agents. All except `join`, `ca`, `script` and `bundles` require `Authorization: Bearer <nodeId>.<credential>`. */
export const agentRoutes = {
  /** POST JoinRequest → JoinAnswer. 400, 401, 403, 404, 410 and 422: do not retry. 409: no free slot, retry later. */
  join: '/agent/join',
  /** GET, upgraded to a WebSocket. 401 and 410 end the agent. */
  connect: '/agent/connect',
  /** GET: the service's CA certificate as PEM, for agents whose token contains its fingerprint. */
  ca: '/agent/ca.pem',
  /** GET: the shell script that makes a machine a node. It contains no secret. */
  script: '/agent/join.sh',
  /** GET `<bundles>/linux-x64`: what the script downloads. Requires `Authorization: Bearer <join token>`. */
  bundles: '/agent/bundles',
  /** GET: one run file. `Range: bytes=n-` returns 206, or the whole file. */
  file: '/agent/executions/:executionId/files/:fileId',
  /** GET → DirectDownload, or 204: the file comes from the service. */
  fileAddress: '/agent/executions/:executionId/files/:fileId/address',
  /** PUT application/gzip with the header x-sha256 → 204. Idempotent. */
  archive: '/agent/executions/:executionId/archive',
  /** POST ArchiveFacts → DirectUpload or StoredArchive, or 204: the archive goes to the service. 413 and 507 as for `archive`. */
  archiveAddress: '/agent/executions/:executionId/archive/address',
  /** POST ArchiveFacts after the upload → 204. 409: the storage does not have it. Idempotent. */
  archiveStored: '/agent/executions/:executionId/archive/stored',
} as const;

export interface DirectDownload {
  url: string;
}

export interface ArchiveFacts {
  sizeBytes: number;
  sha256: string;
}

/** A PUT to the storage. */
export interface DirectUpload {
  url: string;
  headers: Record<string, string>;
}

/** The service has the archive already. */
export interface StoredArchive {
  isStored: true;
}

export const sha256Header = 'x-sha256';

export function fileRoute(executionId: string, fileId: string): string {
  return `/agent/executions/${encodeURIComponent(executionId)}/files/${encodeURIComponent(fileId)}`;
}

export function archiveRoute(executionId: string): string {
  return `/agent/executions/${encodeURIComponent(executionId)}/archive`;
}

export function fileAddressRoute(executionId: string, fileId: string): string {
  return `${fileRoute(executionId, fileId)}/address`;
}

export function archiveAddressRoute(executionId: string): string {
  return `${archiveRoute(executionId)}/address`;
}

export function archiveStoredRoute(executionId: string): string {
  return `${archiveRoute(executionId)}/stored`;
}

/** Authorization header of a joined node. */
export function formatNodeAuthorization(nodeId: string, credential: string): string {
  return `Bearer ${nodeId}.${credential}`;
}

/** Undefined when the header is not valid. */
export function parseNodeAuthorization(
  header: string | undefined,
): { nodeId: string; credential: string } | undefined {
  const match = /^Bearer ([0-9A-Za-z]+)\.([!-~]+)$/i.exec(header ?? '');
  return match?.[1] && match[2] ? { nodeId: match[1], credential: match[2] } : undefined;
}
