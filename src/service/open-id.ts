import { createOpenId, type OpenId } from '../accounts/openid/openid.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../store/database.ts';

/** Undefined unless an issuer is configured. */
export function openIdOf(config: Config, database: Database): OpenId | undefined {
  const { openidIssuer, openidClientId, openidClientSecret, openidName } = config;
  if (openidIssuer === null) return undefined;
  if (openidClientId === null)
    throw new Error(
      'SPATE_OPENID_ISSUER requires SPATE_OPENID_CLIENT_ID, the client id of this service at the issuer.',
    );
  return createOpenId({
    database,
    issuer: openidIssuer,
    clientId: openidClientId,
    clientSecret: openidClientSecret,
    name: openidName,
  });
}
