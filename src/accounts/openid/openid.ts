import * as openid from 'openid-client';
import type { Database } from '../../store/database.ts';
import type { Browser, SignedIn } from '../accounts.ts';
import { enter, type Identity } from './enter.ts';

/** Sign-in with OpenID Connect. */
export interface OpenId {
  /** Name of the provider, for the sign-in button. */
  readonly name: string;
  /** Authorization URL, and the secrets to verify the callback. */
  begin(callback: string): Promise<{ url: URL; secrets: Secrets }>;
  /** Completes the sign-in of a callback URL. Throws not_allowed for unknown users. */
  finish(arrival: URL, secrets: Secrets, from: Browser): Promise<SignedIn>;
}

export interface Secrets {
  state: string;
  nonce: string;
  verifier: string;
}

export interface OpenIdOptions {
  database: Database;
  issuer: string;
  clientId: string;
  clientSecret: string | null;
  name: string;
}

const timeoutS = 15;

export function createOpenId(options: OpenIdOptions): OpenId {
  refusePlain(options.issuer);
  let known: Promise<openid.Configuration> | undefined;
  const provider = () => {
    known ??= discover(options).catch((error) => {
      known = undefined;
      throw error;
    });
    return known;
  };
  return {
    name: options.name,

    async begin(callback) {
      const config = await provider();
      const secrets = {
        state: openid.randomState(),
        nonce: openid.randomNonce(),
        verifier: openid.randomPKCECodeVerifier(),
      };
      const url = openid.buildAuthorizationUrl(config, {
        redirect_uri: callback,
        scope: 'openid email profile',
        state: secrets.state,
        nonce: secrets.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(secrets.verifier),
        code_challenge_method: 'S256',
      });
      return { url, secrets };
    },

    async finish(arrival, { state, nonce, verifier }, from) {
      const config = await provider();
      const tokens = await openid.authorizationCodeGrant(config, arrival, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      });
      return enter(options.database, await identityOf(config, tokens), from);
    },
  };
}

async function discover({ issuer, clientId, clientSecret }: OpenIdOptions): Promise<openid.Configuration> {
  const isPlain = issuer.startsWith('http:');
  return openid.discovery(
    new URL(issuer),
    clientId,
    undefined,
    // In the body: some providers do not decode the encoded header.
    clientSecret === null ? openid.None() : openid.ClientSecretPost(clientSecret),
    { timeout: timeoutS, ...(isPlain && { execute: [openid.allowInsecureRequests] }) },
  );
}

type Tokens = Awaited<ReturnType<typeof openid.authorizationCodeGrant>>;

/** The e-mail address is in the ID token, or must be requested from the userinfo endpoint. */
async function identityOf(config: openid.Configuration, tokens: Tokens): Promise<Identity> {
  const claims = tokens.claims();
  if (!claims) throw new Error('The provider sent no ID token.');
  const told =
    claims.email === undefined && config.serverMetadata().userinfo_endpoint !== undefined
      ? { ...claims, ...(await openid.fetchUserInfo(config, tokens.access_token, claims.sub)) }
      : claims;
  const isVerified = told.email_verified === true || told.email_verified === 'true';
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: isVerified && typeof told.email === 'string' ? told.email : undefined,
    name: typeof told.name === 'string' ? told.name : null,
  };
}

function refusePlain(issuer: string): void {
  const { protocol, hostname } = new URL(issuer);
  if (protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname))
    throw new Error(`SPATE_OPENID_ISSUER must begin with https://, not ${issuer}.`);
}
