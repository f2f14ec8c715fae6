import type { IncomingHttpHeaders } from 'node:http';
import type { Actor } from '../../domain/account.ts';
import { AppError } from '../../domain/errors.ts';
import type { ApiDeps } from '../deps.ts';
import { addressesFor } from '../hal/links.ts';
import { secretOfCookie } from './session.ts';

/**
 * The person behind the cookie of our pages. It opens what can be read; whatever changes something must also say that one
 * of our own pages asks, which no other site can make a browser say.
 */
export async function authenticatePage(
  { accounts, options }: ApiDeps,
  headers: IncomingHttpHeaders,
  changesState: boolean,
): Promise<Actor | undefined> {
  const secret = secretOfCookie(headers.cookie);
  const actor = secret === undefined ? undefined : await accounts.authenticateSession(secret);
  if (actor && changesState && !isSameOrigin(headers, addressesFor(options, headers).origin)) {
    throw new AppError(
      'not_allowed',
      'Signed in by cookie, only a page of this service may change something: send it from there, or use the token.',
    );
  }
  return actor;
}

/** Browsers say where a request comes from in one of two headers; an address that somebody opens is no page of ours. */
function isSameOrigin(headers: IncomingHttpHeaders, origin: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' && headers['sec-fetch-mode'] !== 'navigate';
  return headers.origin === origin;
}
