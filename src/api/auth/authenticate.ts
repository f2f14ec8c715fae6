import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Actor } from '../../domain/account.ts';
import { AppError } from '../../domain/errors.ts';
import { clientAddress } from '../client-address.ts';
import type { ApiDeps } from '../deps.ts';
import { queryOf } from '../params/read-params.ts';
import { tokensOfRequest } from './token-of-request.ts';

/** The sentence is part of the contract: a client compares it word for word. */
export function notAuthenticated(): AppError {
  return new AppError('not_authenticated', 'Not Authenticated');
}

/** The person whose token came along. Throws too_many for those who try too many wrong ones. */
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

/** Browsers answer this header with a window of their own, so scripts inside a page do not get it. */
export function challengeFor(headers: IncomingHttpHeaders): string | undefined {
  const isScriptInPage = headers['sec-fetch-site'] !== undefined && headers['sec-fetch-mode'] !== 'navigate';
  return isScriptInPage ? undefined : 'Basic realm="Spate", charset="UTF-8"';
}

/**
 * A browser that remembers the token would send it along for any other site. Such requests, and guesses of what a
 * person may click next, must not start or stop anything.
 */
export function refuseForeignPages(headers: IncomingHttpHeaders, ownOrigin: string): void {
  const purpose = `${headers['sec-purpose'] ?? ''} ${headers.purpose ?? ''}`;
  if (isForeign(headers, ownOrigin) || /prefetch|preview/i.test(purpose)) {
    throw new AppError('not_allowed', 'A page of another site, or a prefetch, may not change anything here.');
  }
}

/** Older browsers say only which origin a page is of. Another name under the same domain is another site to us. */
function isForeign({ 'sec-fetch-site': site, origin }: IncomingHttpHeaders, ownOrigin: string): boolean {
  if (site !== undefined) return site === 'cross-site' || site === 'same-site';
  return origin !== undefined && origin !== ownOrigin;
}
