import type { IncomingMessage } from 'node:http';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { User } from '../../domain/account.ts';
import { AppError } from '../../domain/errors.ts';
import { scopes } from '../../domain/scopes.ts';
import type { Database } from '../../store/database.ts';
import { findUserById } from '../../store/users.ts';
import { passwordClientId } from './clients.ts';
import { errors } from './library.ts';

/** The user with this name and password, or undefined. Throws too_many after too many attempts. */
export type CheckPassword = (
  name: string,
  password: string,
  request: IncomingMessage,
) => Promise<User | undefined>;

/** Two weeks, as expected by the original CLI. */
export const passwordTokenS = 1_209_600;

/**
 * Password grant in the format of the original CLI: without client id, and with additional fields in the response.
 */
export function addPasswordGrant(provider: Provider, database: Database, check: CheckPassword): void {
  const parameters = ['username', 'password'];
  provider.registerGrantType('password', (ctx) => givePasswordTokens(provider, ctx, check), parameters);
  provider.use(async (ctx: KoaContextWithOIDC, next) => {
    await next();
    if (ctx.status !== 200 || ctx.path !== '/oauth/token') return;
    if (ctx.oidc?.client?.clientId !== passwordClientId) return;
    const accountId = ctx.oidc.entities.Account?.accountId;
    const user = accountId === undefined ? undefined : await findUserById(database, Number(accountId));
    if (user) ctx.body = inOldWords(ctx.body as Record<string, unknown>, user);
  });
}

async function givePasswordTokens(
  provider: Provider,
  ctx: KoaContextWithOIDC,
  check: CheckPassword,
): Promise<void> {
  const { username, password } = ctx.oidc.params ?? {};
  const user =
    typeof username === 'string' && typeof password === 'string'
      ? await check(username, password, ctx.req).catch((error) => refuseGuesses(ctx, error))
      : undefined;
  if (!user) throw withStatus(401, new errors.InvalidGrant('Incorrect user name or password.'));
  const { client } = ctx.oidc;
  if (!client) throw new errors.InvalidClient('no client');
  const accountId = String(user.id);
  const scope = scopes.join(' ');
  const grant = new provider.Grant({ accountId, clientId: client.clientId });
  grant.addOIDCScope(scope);
  const grantId = await grant.save();
  const common = { accountId, client, grantId, gty: 'password', scope };
  const token = new provider.AccessToken(common);
  const accessToken = await token.save();
  const refreshToken = await new provider.RefreshToken({ ...common, rotations: 0 } as never).save();
  ctx.oidc.entity('Account', { accountId, claims: async () => ({ sub: accountId }) });
  ctx.body = { access_token: accessToken, expires_in: token.expiration, refresh_token: refreshToken };
}

function inOldWords(body: Record<string, unknown>, user: User): Record<string, unknown> {
  return {
    ...body,
    token_type: 'bearer',
    scope: 'admin',
    created_at: Math.floor(Date.now() / 1000),
    data: {
      id: String(user.id),
      type: 'users',
      links: { self: `/api/users/${user.id}` },
      attributes: { 'full-name': user.name ?? user.email, 'company-name': '' },
    },
  };
}

function refuseGuesses(ctx: KoaContextWithOIDC, error: unknown): never {
  if (error instanceof AppError && error.code === 'too_many') {
    ctx.set('retry-after', String(error.retryAfterS ?? 1));
    throw withStatus(429, new errors.CustomOIDCProviderError('slow_down', error.message));
  }
  throw error;
}

function withStatus<E extends errors.OIDCProviderError>(status: number, error: E): E {
  error.status = status;
  error.statusCode = status;
  return error;
}
