import type { IncomingMessage } from 'node:http';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';

/** Result of a request to the OAuth server, for the audit log. */
export interface Outcome {
  userId?: number;
  applicationId?: string;
  grantType?: string;
  /** User name of a password grant. */
  email?: string;
  /** OAuth error, such as `invalid_grant`. */
  error?: string;
}

export function watchOutcomes(
  provider: Provider,
  onOutcome: (request: IncomingMessage, outcome: Outcome) => void,
): void {
  provider.use(async (ctx: KoaContextWithOIDC, next) => {
    await next();
    onOutcome(ctx.req, outcomeOf(ctx));
  });
}

function outcomeOf({ oidc, body }: KoaContextWithOIDC): Outcome {
  // Undefined if no route matched.
  const { entities, params } = oidc ?? {};
  const { Account, AccessToken, RefreshToken, Client } = entities ?? {};
  const person = Account?.accountId ?? AccessToken?.accountId ?? RefreshToken?.accountId;
  const { error } = (typeof body === 'object' && body !== null ? body : {}) as { error?: unknown };
  return {
    ...(person !== undefined && { userId: Number(person) }),
    ...(Client && { applicationId: Client.clientId }),
    ...(typeof params?.grant_type === 'string' && { grantType: params.grant_type }),
    ...(typeof params?.username === 'string' && { email: params.username }),
    ...(typeof error === 'string' && { error }),
  };
}
