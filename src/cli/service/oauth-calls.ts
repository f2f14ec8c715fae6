import { ContractError } from '../../contract/contract-error.ts';
import type { Renewal } from './login-file.ts';

/** The application that the command line is, at every service. */
const clientId = 'spate-cli';
const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

export interface DeviceCode {
  deviceCode: string;
  /** What a person types. */
  userCode: string;
  /** Where they type it. */
  address: string;
  /** The same with the code in it. */
  wholeAddress: string | null;
  expiresInS: number;
  intervalS: number;
}

export interface Granted {
  token: string;
  renewal: Renewal | null;
}

/** What OAuth 2 says in place of an answer, such as `authorization_pending`. */
export class OAuthError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'OAuthError';
    this.code = code;
  }
}

export async function askDeviceCode(url: string, scopes: readonly string[]): Promise<DeviceCode> {
  const answer = await post(url, '/oauth/device', { client_id: clientId, scope: scopes.join(' ') });
  return {
    deviceCode: textOf(answer, 'device_code'),
    userCode: textOf(answer, 'user_code'),
    address: textOf(answer, 'verification_uri'),
    wholeAddress:
      typeof answer.verification_uri_complete === 'string' ? answer.verification_uri_complete : null,
    expiresInS: Number(answer.expires_in) || 600,
    intervalS: Number(answer.interval) || 5,
  };
}

/** Throws OAuthError `authorization_pending` or `slow_down` as long as nobody has confirmed. */
export async function takeDeviceGrant(url: string, deviceCode: string): Promise<Granted> {
  return grantedOf(
    await post(url, '/oauth/token', {
      grant_type: deviceGrant,
      device_code: deviceCode,
      client_id: clientId,
    }),
  );
}

export async function refreshGrant(url: string, refreshToken: string): Promise<Granted> {
  return grantedOf(
    await post(url, '/oauth/token', {
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
      client_id: clientId,
    }),
  );
}

/** Ends a token at the service, and with a refresh token all that came from the same login. */
export async function revokeGrant(url: string, token: string): Promise<void> {
  await post(url, '/oauth/revoke', { token, client_id: clientId });
}

async function post(
  url: string,
  path: string,
  fields: Record<string, string>,
): Promise<Record<string, unknown>> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams(fields),
  }).catch((cause: unknown) => {
    const reason =
      cause instanceof Error && cause.cause instanceof Error ? cause.cause.message : String(cause);
    throw new ContractError(0, 'unreachable', `The service at ${url} does not answer: ${reason}.`, { cause });
  });
  const body = parse(await response.text());
  if (response.ok) return body;
  const { error, error_description: says, code } = body;
  // Our own errors have a code beside the sentence; those of OAuth are the code.
  if (typeof error === 'string' && code === undefined)
    throw new OAuthError(error, typeof says === 'string' ? says : error);
  const message = typeof error === 'string' ? error : `The service answered ${response.status}.`;
  throw new ContractError(response.status, typeof code === 'string' ? code : 'unreadable', message);
}

function parse(text: string): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function grantedOf(answer: Record<string, unknown>): Granted {
  const token = textOf(answer, 'access_token');
  const expiresAt = new Date(Date.now() + (Number(answer.expires_in) || 0) * 1000);
  const refreshToken = answer.refresh_token;
  return { token, renewal: typeof refreshToken === 'string' ? { refreshToken, expiresAt } : null };
}

function textOf(answer: Record<string, unknown>, key: string): string {
  const value = answer[key];
  if (typeof value === 'string') return value;
  throw new ContractError(200, 'unreadable', `The service answered without ${key}.`);
}
