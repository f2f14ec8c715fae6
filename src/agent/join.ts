import { createHash, X509Certificate } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../domain/errors.ts';
import type { NodeInfo } from '../domain/node.ts';
import { isMissing } from '../lib/exists.ts';
import type { Log } from '../lib/log.ts';
import { agentRoutes } from '../protocol/agent-routes.ts';
import type { JoinToken } from '../protocol/join-token.ts';
import { type JoinRequest, parseJoinAnswer } from '../protocol/parse-message.ts';
import { Backoff } from './backoff.ts';
import type { Identity } from './identity.ts';
import { callService, RefusedError, readText, type ServiceAddress } from './service-client.ts';

export interface JoinOptions {
  token: JoinToken;
  /** The node's own folder; joining ends when it has been deleted. */
  folder: string;
  info: NodeInfo;
  previousNodeId: string | undefined;
  /** Index of the slot of this machine, if any. */
  index: number | undefined;
  log: Log;
  signal: AbortSignal;
}

/**
 * Joins the grid of the token. Retries while the service is unreachable or has no free slot; throws AppError when a
 * retry cannot succeed: a rejected token, a certificate that does not match the token, or a deleted folder.
 */
export async function joinGrid(options: JoinOptions): Promise<Identity> {
  const { token } = options;
  const backoff = new Backoff();
  for (;;) {
    try {
      return await tryToJoin(token, options);
    } catch (error) {
      options.signal.throwIfAborted();
      if (error instanceof AppError) throw error;
      if (error instanceof RefusedError && isFinal(error.status)) {
        throw new AppError('not_allowed', `The service at ${token.url} rejected this node: ${error.message}`);
      }
      if (await isMissing(options.folder)) {
        throw new AppError('not_found', `${options.folder} has been deleted.`);
      }
      const waitMs = backoff.nextMs();
      options.log.warn({ url: token.url, err: error, waitMs }, 'node.join.failed');
      await sleep(waitMs, undefined, { signal: options.signal });
    }
  }
}

async function tryToJoin(token: JoinToken, options: JoinOptions): Promise<Identity> {
  const address: ServiceAddress = { url: token.url, ca: await fetchCa(token, options.signal) };
  const request: JoinRequest = { secret: token.secret, gridId: token.gridId, info: options.info };
  if (options.previousNodeId !== undefined) request.previousNodeId = options.previousNodeId;
  if (options.index !== undefined) request.index = options.index;
  const response = await callService(address, {
    method: 'POST',
    path: agentRoutes.join,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
    signal: options.signal,
  });
  const answer = parseJoinAnswer(JSON.parse(await readText(response)));
  const clockOffsetMs = roughOffset(response.headers.date);
  return { ...address, gridId: token.gridId, ...answer, clockOffsetMs };
}

/** Accurate to a second until measured: enough to not treat the grid as expired because of a wrong local clock. */
function roughOffset(date: string | undefined): number {
  const serviceTimeMs = Date.parse(date ?? '') + 500;
  return Number.isFinite(serviceTimeMs) ? serviceTimeMs - Date.now() : 0;
}

/** Verifies the certificate authority against the token before any secret is sent. */
async function fetchCa(token: JoinToken, signal: AbortSignal): Promise<string | null> {
  if (token.caFingerprint === null || token.url.startsWith('http:')) return null;
  const response = await callService(
    { url: token.url, ca: null },
    { method: 'GET', path: agentRoutes.ca, signal, isUnchecked: true },
  );
  const certificate = readCertificate(await readText(response), token.url);
  const fingerprint = createHash('sha256').update(certificate.raw).digest('hex');
  if (fingerprint !== token.caFingerprint) {
    throw new AppError(
      'not_allowed',
      `The certificate authority of ${token.url} does not match the join token. Either the connection is intercepted, or ` +
        'the service has a new certificate authority: get a new join token.',
    );
  }
  // Serialized from the verified bytes: the rest of the response is not trusted.
  return certificate.toString();
}

function readCertificate(pem: string, url: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch (cause) {
    throw new AppError('malformed', `${url}${agentRoutes.ca} did not return a certificate.`, [], {
      cause,
    });
  }
}

function isFinal(status: number): boolean {
  return [400, 401, 403, 404, 410, 422].includes(status);
}
