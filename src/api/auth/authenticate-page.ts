import type { IncomingHttpHeaders } from 'node:http';
import type { Actor } from '../../domain/account.ts';
import { AppError } from '../../domain/errors.ts';
import type { ApiDeps } from '../deps.ts';
import { addressesFor } from '../hal/links.ts';
import { secretOfCookie } from './session.ts';

/**
 * The user of the session cookie. Changes also require same-origin headers, which other sites cannot forge in a browser
 * (CSRF protection).
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
      'Changes with a session cookie are only allowed from pages of this service. Use an API token instead.',
    );
  }
  return actor;
}

/** Checks Sec-Fetch-Site or Origin; a URL opened directly does not count as same-origin. */
function isSameOrigin(headers: IncomingHttpHeaders, origin: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' && headers['sec-fetch-mode'] !== 'navigate';
  return headers.origin === origin;
}
