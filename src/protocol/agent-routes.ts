/** Where agents call. Every route but `join` and `ca` needs `Authorization: Bearer <nodeId>.<credential>`. */
export const agentRoutes = {
  /** POST JoinRequest → JoinAnswer. 401, 403, 404 and 410 refuse for good; 409 means that no place is free at the moment. */
  join: '/agent/join',
  /** GET, upgraded to a WebSocket. 401 and 410 end the agent. */
  connect: '/agent/connect',
  /** GET: the certificate of the service's own CA, as PEM, for agents whose token holds its fingerprint. */
  ca: '/agent/ca.pem',
  /** GET: one run file. `Range: bytes=n-` may be answered with 206 or with the whole. */
  file: '/agent/executions/:executionId/files/:fileId',
  /** PUT application/gzip with the header x-sha256 → 204; sent twice, stored once. */
  archive: '/agent/executions/:executionId/archive',
} as const;

export const sha256Header = 'x-sha256';

export function fileRoute(executionId: string, fileId: string): string {
  return `/agent/executions/${encodeURIComponent(executionId)}/files/${encodeURIComponent(fileId)}`;
}

export function archiveRoute(executionId: string): string {
  return `/agent/executions/${encodeURIComponent(executionId)}/archive`;
}

/** The value of the Authorization header of a node that has joined. */
export function formatNodeAuthorization(nodeId: string, credential: string): string {
  return `Bearer ${nodeId}.${credential}`;
}

/** Takes such a header apart; undefined when it is none. */
export function parseNodeAuthorization(
  header: string | undefined,
): { nodeId: string; credential: string } | undefined {
  const match = /^Bearer ([0-9A-Za-z]+)\.([!-~]+)$/i.exec(header ?? '');
  return match?.[1] && match[2] ? { nodeId: match[1], credential: match[2] } : undefined;
}
