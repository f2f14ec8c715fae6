import { generateKeyPair, randomBytes, randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import type { JWK } from 'oidc-provider';
import type { Database } from '../../store/database.ts';
import { findOrMakeKey } from '../../store/service-keys.ts';

export interface OAuthKeys {
  /** Signs ID tokens. */
  signing: JWK;
  /** Signs cookies of pending consents. */
  cookie: string;
}

/** OAuth keys, shared by all service instances on this database. */
export async function oauthKeys(database: Database): Promise<OAuthKeys> {
  const [signing, cookie] = await Promise.all([
    findOrMakeKey(database, 'oauth-signing', makeSigningKey),
    findOrMakeKey(database, 'oauth-cookie', async () => randomBytes(32).toString('base64url')),
  ]);
  return { signing, cookie };
}

async function makeSigningKey(): Promise<JWK> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const jwk = privateKey.export({ format: 'jwk' }) as JWK;
  return { ...jwk, kid: randomUUID(), use: 'sig', alg: 'RS256' };
}
