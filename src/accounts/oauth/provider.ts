import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Client, Configuration, KoaContextWithOIDC } from 'oidc-provider';
import { scopes } from '../../domain/scopes.ts';
import type { Log } from '../../lib/log.ts';
import { hashToken } from '../../lib/seal.ts';
import type { Database } from '../../store/database.ts';
import { findUserById } from '../../store/users.ts';
import { createAdapters } from './adapter.ts';
import { passwordClientId } from './clients.ts';
import type { OAuthKeys } from './keys.ts';
import { Provider } from './library.ts';
import { type Outcome, watchOutcomes } from './outcome.ts';
import { addPasswordGrant, type CheckPassword, passwordTokenS } from './password-grant.ts';

export interface ProviderOptions {
  /** Public URL of the service. */
  issuer: string;
  database: Database;
  keys: OAuthKeys;
  log: Log;
  /** Client address of a request. */
  addressOf(request: IncomingMessage): string;
  /** Behind a proxy that terminates TLS and sends forwarding headers. */
  isBehindProxy: boolean;
  /** Undefined if the password grant is disabled. */
  checkPassword: CheckPassword | undefined;
  /** Called with the result of each request. */
  onOutcome(request: IncomingMessage, outcome: Outcome): void;
  /** Renders the page of an invalid authorization request. */
  errorPage(problem: OAuthProblem): { headers: Record<string, string>; body: string };
}

export interface OAuthProblem {
  error: string;
  description: string | undefined;
}

const hourS = 3600;
const dayS = 24 * hourS;

/** OAuth server. src/api/oauth calls its routes; consent is handled by our own pages. */
export function createProvider(options: ProviderOptions): Provider {
  const { issuer, log, database, checkPassword } = options;
  const provider = new Provider(issuer, configurationOf(options));
  provider.proxy = options.isBehindProxy;
  provider.silent = true;
  provider.on('server_error', (_ctx, error) => log.error({ err: error }, 'oauth.server-error'));
  // URLs do not depend on the Host of the request.
  Object.assign(contextOf(provider).prototype, {
    urlFor: (name: string, opt?: object) => urlFor(provider, name, opt),
  });
  provider.Client.prototype.compareClientSecret = function compare(this: Client, secret: string): boolean {
    const hash = Buffer.from(this.clientSecret ?? '', 'hex');
    return hash.length === 32 && timingSafeEqual(hash, hashToken(secret));
  };
  watchOutcomes(provider, options.onOutcome);
  if (checkPassword) addPasswordGrant(provider, database, checkPassword);
  return provider;
}

function configurationOf(options: ProviderOptions): Configuration {
  const { database, keys, checkPassword } = options;
  const cookie = { httpOnly: true, sameSite: 'lax', signed: true } as const;
  return {
    adapter: createAdapters(database, checkPassword !== undefined),
    jwks: { keys: [keys.signing] },
    cookies: {
      keys: [keys.cookie],
      names: { session: 'spate_oauth', interaction: 'spate_consent', resume: 'spate_consent_resume' },
      long: cookie,
      short: cookie,
    },
    scopes: ['openid', 'offline_access', ...scopes],
    claims: { openid: ['sub'], email: ['email'], profile: ['name'] },
    conformIdTokenClaims: false,
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
    enabledJWA: { idTokenSigningAlgValues: ['RS256'] },
    responseTypes: ['code'],
    routes: {
      authorization: '/oauth/authorize',
      token: '/oauth/token',
      revocation: '/oauth/revoke',
      introspection: '/oauth/introspect',
      device_authorization: '/oauth/device',
      code_verification: '/app/device',
      userinfo: '/oauth/userinfo',
      jwks: '/oauth/jwks',
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: true },
      clientCredentials: { enabled: true },
      deviceFlow: {
        enabled: true,
        charset: 'base-20',
        mask: '****-****',
        deviceInfo: ({ req }) => ({ address: options.addressOf(req) }),
      },
      revocation: { enabled: true, allowedPolicy: ownTokenOnly },
      introspection: { enabled: true, allowedPolicy: ownTokenOnly },
    },
    ttl: {
      AccessToken: (_ctx, _token, client) => (client?.clientId === passwordClientId ? passwordTokenS : hourS),
      ClientCredentials: hourS,
      AuthorizationCode: 60,
      DeviceCode: hourS / 6,
      IdToken: hourS,
      Interaction: hourS,
      RefreshToken: 30 * dayS,
      Grant: 365 * dayS,
      Session: hourS,
    },
    interactions: { url: (_ctx, interaction) => `/app/authorize/${interaction.uid}` },
    findAccount: async (_ctx, subject) => {
      const user = /^\d{1,9}$/.test(subject) ? await findUserById(database, Number(subject)) : undefined;
      if (!user) return undefined;
      return {
        accountId: subject,
        claims: async () => ({
          sub: subject,
          email: user.email,
          ...(user.name !== null && { name: user.name }),
        }),
      };
    },
    pkce: { required: (_ctx, client) => client.clientAuthMethod === 'none' },
    // Refresh tokens are single-use; reuse revokes the whole grant.
    rotateRefreshToken: true,
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: async () => false,
    // CORS only for origins of the application.
    clientBasedCORS: (_ctx, origin, client) =>
      client.clientAuthMethod === 'none' &&
      (client.redirectUris ?? []).some((uri) => URL.parse(uri)?.origin === origin),
    renderError: (ctx, out) => renderError(ctx, out, options),
  };
}

async function ownTokenOnly(
  _ctx: KoaContextWithOIDC,
  client: Client,
  token: { clientId?: string | undefined },
): Promise<boolean> {
  return token.clientId === client.clientId;
}

function renderError(
  ctx: KoaContextWithOIDC,
  out: { error: string; error_description?: string | undefined },
  { errorPage }: ProviderOptions,
): void {
  if (ctx.path.startsWith('/oauth/authorize') && ctx.accepts('json', 'html') === 'html') {
    const { headers, body } = errorPage({ error: out.error, description: out.error_description });
    ctx.set(headers);
    ctx.body = body;
  } else {
    ctx.body = out;
  }
}

/** Both exist, but are missing in the types. */
function contextOf(provider: Provider): { prototype: object } {
  return (provider as unknown as { OIDCContext: { prototype: object } }).OIDCContext;
}

function urlFor(provider: Provider, name: string, opt?: object): string {
  return (provider as unknown as { urlFor(name: string, opt?: object): string }).urlFor(name, opt);
}
