import type { Environment } from '../../config/load.ts';
import { type Login, readLogin, withLoginLocked, writeLogin } from './login-file.ts';
import { OAuthError, refreshGrant } from './oauth-calls.ts';

/** Renew this long before expiry, so that a token does not expire during a request. */
const spareMs = 60_000;

/**
 * A fetch that sends the access token of the login and renews it before or after expiry. Concurrent commands share the
 * renewed token.
 */
export function createRenewingFetch(
  env: Environment,
  login: Login,
  inner: typeof globalThis.fetch = globalThis.fetch,
): typeof globalThis.fetch {
  let current = login;
  return async (target, init = {}) => {
    const headers = new Headers(init.headers);
    // The client decides which URLs receive the token.
    if (!headers.has('authorization')) return inner(target, init);
    const send = () => {
      headers.set('authorization', `Bearer ${current.token}`);
      return inner(target, { ...init, headers });
    };
    const endMs = current.renewal?.expiresAt.getTime() ?? Number.POSITIVE_INFINITY;
    if (endMs - spareMs < Date.now()) {
      const renewed = await renew(env, current);
      if (renewed === null) return ended(current);
      current = renewed;
    }
    const used = current;
    const response = await send();
    // The token may have been revoked, or the clocks differ.
    if (response.status !== 401) return response;
    const renewed = current === used ? await renew(env, used) : current;
    if (renewed === null) return response;
    await response.body?.cancel();
    current = renewed;
    return send();
  };
}

/** Null if the login has ended. The first command that gets the lock renews for all. */
async function renew(env: Environment, stale: Login): Promise<Login | null> {
  return withLoginLocked(env, async () => {
    const kept = await readLogin(env);
    if (kept === null || kept.url !== stale.url) return null;
    if (kept.token !== stale.token) return kept;
    if (kept.renewal === null) return null;
    try {
      const granted = await refreshGrant(kept.url, kept.renewal.refreshToken);
      const next = { ...kept, ...granted, renewal: granted.renewal ?? kept.renewal };
      await writeLogin(env, next);
      return next;
    } catch (error) {
      if (error instanceof OAuthError) return null;
      throw error;
    }
  });
}

/** The same response as from the service. */
function ended({ url }: Login): Response {
  const error = `Your login to ${url} has ended.`;
  return Response.json({ error, code: 'login_ended', details: [] }, { status: 401 });
}
