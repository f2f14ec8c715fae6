export const tenantId = '99999999-8888-7777-6666-555555555555';
export const clientId = '12121212-3434-5656-7878-909090909090';
export const clientSecret = 'right~secret';

interface Reply {
  status: number;
  body: unknown;
}

const ids = 'Trace ID: 0 Correlation ID: 0 Timestamp: 2026-11-18 01:00:00Z';

/** Sign-in of applications of one tenant. Undefined for other requests. */
export function answerSignIn(base: string, { pathname }: URL, form: string): Reply | undefined {
  const [, tenant, rest] =
    /^\/([^/]+)\/(v2\.0\/\.well-known\/openid-configuration|oauth2\/v2\.0\/token)$/.exec(pathname) ?? [];
  if (tenant === undefined) return undefined;
  if (tenant !== tenantId)
    return failed(
      'invalid_tenant',
      90002,
      `Tenant '${tenant}' not found. Check to make sure you have the correct tenant ID.`,
    );
  if (rest?.startsWith('v2.0')) {
    const of = (path: string) => `${base}/${tenant}/${path}`;
    return {
      status: 200,
      body: {
        issuer: of('v2.0'),
        authorization_endpoint: of('oauth2/v2.0/authorize'),
        token_endpoint: of('oauth2/v2.0/token'),
        jwks_uri: of('discovery/v2.0/keys'),
      },
    };
  }
  const given = new URLSearchParams(form);
  if (given.get('client_id') !== clientId)
    return failed(
      'unauthorized_client',
      700016,
      `Application with identifier '${given.get('client_id')}' was not found in the directory.`,
    );
  if (given.get('client_secret') !== clientSecret)
    return failed(
      'invalid_client',
      7000215,
      'Invalid client secret provided. Ensure the secret being sent in the request is the client secret value, not the client secret ID.',
    );
  return { status: 200, body: { token_type: 'Bearer', expires_in: 3600, access_token: 'a-token' } };
}

function failed(error: string, code: number, message: string): Reply {
  return {
    status: 400,
    body: { error, error_description: `AADSTS${code}: ${message} ${ids}`, error_codes: [code] },
  };
}
