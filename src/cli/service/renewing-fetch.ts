import type { Environment } from '../../config/load.ts';
import { type Login, readLogin, withLoginLocked, writeLogin } from './login-file.ts';
import { OAuthError, refreshGrant } from './oauth-calls.ts';

/** An access token that ends while a request is under way is no good. */
const spareMs = 60_000;

/**
 * A fetch that sends the access token of the login, and renews it when it has ended or is about to. Long commands live
 * on so, and several at once share what one of them has got.
 */
export function createRenewingFetch(
  env: Environment,
  login: Login,
  inner: typeof globalThis.fetch = globalThis.fetch,
): typeof globalThis.fetch {
  let current = login;
  return async (target, init = {}) => {
    const headers = new Headers(init.headers);
    // The client decides which addresses may see a token.
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
    // It may have been revoked, or the clocks disagree.
    if (response.status !== 401) return response;
    const renewed = current === used ? await renew(env, used) : current;
    if (renewed === null) return response;
    await response.body?.cancel();
    current = renewed;
    return send();
  };
}

/** Null: the login is over. Whoever holds the lock first renews for all. */
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

/** As the service itself would say it. */
function ended({ url }: Login): Response {
  const error = `Your login to ${url} has ended.`;
  return Response.json({ error, code: 'login_ended', details: [] }, { status: 401 });
}
