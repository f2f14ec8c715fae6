import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

/** A user of the OpenID provider. */
export interface TeamMember {
  sub: string;
  email: string;
  email_verified: boolean;
  name?: string;
}

/** A real OpenID provider that signs in the configured user without a prompt. */
export interface TestOpenIdProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Null: the provider rejects all sign-ins. */
  signsIn: TeamMember | null;
  close(): Promise<void>;
}

export async function startOpenIdProvider(): Promise<TestOpenIdProvider> {
  const members = new Map<string, TeamMember>();
  let answer: Provider | undefined;
  const server = createServer((request, response) => {
    if (!answer) response.writeHead(503).end();
    else if (request.url?.startsWith('/interaction/')) void finish(answer, request, response);
    else void answer.callback()(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const team: TestOpenIdProvider = {
    issuer,
    clientId: 'spate',
    clientSecret: 'a secret with odd characters: %+&=',
    signsIn: null,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };

  async function finish(
    provider: Provider,
    ...[request, response]: Parameters<Provider['interactionDetails']>
  ): Promise<void> {
    const { params } = await provider.interactionDetails(request, response);
    const { signsIn } = team;
    if (signsIn === null) {
      await provider.interactionFinished(request, response, { error: 'access_denied' });
      return;
    }
    members.set(signsIn.sub, signsIn);
    const grant = new provider.Grant({ accountId: signsIn.sub, clientId: String(params.client_id) });
    grant.addOIDCScope(String(params.scope));
    const login = { accountId: signsIn.sub, remember: false };
    await provider.interactionFinished(request, response, {
      login,
      consent: { grantId: await grant.save() },
    });
  }

  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  answer = new Provider(issuer, {
    clients: [
      {
        client_id: team.clientId,
        client_secret: team.clientSecret,
        redirect_uris: ['https://placeholder.example/'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'team', use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['a key for the cookies of a test'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    findAccount: (_ctx, sub) => {
      const { sub: _, ...claims } = members.get(sub) ?? {};
      return { accountId: sub, claims: () => ({ sub, ...claims }) };
    },
  });
  // The port of the service is known only after that of the provider.
  answer.Client.prototype.redirectUriAllowed = (uri: string) => uri.endsWith('/session/openid/callback');
  return team;
}
