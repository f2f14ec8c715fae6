import type { IncomingMessage } from 'node:http';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';

/** Whom a request to the OAuth server was about, as far as it got. */
export interface Outcome {
  userId?: number;
  applicationId?: string;
  grantType?: string;
  /** The name that somebody gave with a password. */
  email?: string;
  /** Such as `invalid_grant`. */
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
  // Not there where no route of the server was hit.
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
