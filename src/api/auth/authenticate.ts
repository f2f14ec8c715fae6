import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Actor } from '../../domain/account.ts';
import { AppError } from '../../domain/errors.ts';
import { clientAddress } from '../client-address.ts';
import type { ApiDeps } from '../deps.ts';
import { queryOf } from '../params/read-params.ts';
import { tokensOfRequest } from './token-of-request.ts';

/** The message is part of the contract: a client compares it literally. */
export function notAuthenticated(): AppError {
  return new AppError('not_authenticated', 'Not Authenticated');
}

/** The user of the request's token. Throws too_many after too many invalid tokens. */
export async function authenticate(
  { accounts, options }: Pick<ApiDeps, 'accounts' | 'options'>,
  request: IncomingMessage,
): Promise<Actor | undefined> {
  const query = new URLSearchParams(queryOf(request.url ?? ''));
  const tokens = tokensOfRequest(request.headers.authorization, query);
  for (const token of tokens) {
    const actor = await accounts.authenticate(token);
    if (actor) return actor;
  }
  if (tokens.length > 0) await accounts.noteWrongToken(clientAddress(request, options.proxies));
  return undefined;
}

/** Undefined for scripts in a page: browsers would show their own login dialog. */
export function challengeFor(headers: IncomingHttpHeaders): string | undefined {
  const isScriptInPage = headers['sec-fetch-site'] !== undefined && headers['sec-fetch-mode'] !== 'navigate';
  return isScriptInPage ? undefined : 'Basic realm="Spate", charset="UTF-8"';
}

/**
 * Rejects cross-site and prefetch requests: browsers send remembered Basic credentials with them, and they must not
 * change anything.
 */
export function refuseForeignPages(headers: IncomingHttpHeaders, ownOrigin: string): void {
  const purpose = `${headers['sec-purpose'] ?? ''} ${headers.purpose ?? ''}`;
  if (isForeign(headers, ownOrigin) || /prefetch|preview/i.test(purpose)) {
    throw new AppError('not_allowed', 'Cross-site and prefetch requests cannot make changes.');
  }
}

/** Older browsers send only Origin. Other hosts of the same domain count as foreign. */
function isForeign({ 'sec-fetch-site': site, origin }: IncomingHttpHeaders, ownOrigin: string): boolean {
  if (site !== undefined) return site === 'cross-site' || site === 'same-site';
  return origin !== undefined && origin !== ownOrigin;
}
