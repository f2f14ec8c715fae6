import { ContractError } from '../../contract/contract-error.ts';
import type { Renewal } from './login-file.ts';

/** Client id of the CLI, known to every service. */
const clientId = 'spate-cli';
const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

export interface DeviceCode {
  deviceCode: string;
  /** Code to enter in the browser. */
  userCode: string;
  /** Verification URL. */
  address: string;
  /** Verification URL that includes the code. */
  wholeAddress: string | null;
  expiresInS: number;
  intervalS: number;
}

export interface Granted {
  token: string;
  renewal: Renewal | null;
}

/** OAuth 2.0 error response, such as `authorization_pending`. */
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

/** Throws OAuthError `authorization_pending` or `slow_down` until the code is confirmed. */
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

/** Revokes a token; a refresh token also revokes all tokens of the same login. */
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
    throw new ContractError(0, 'unreachable', `Cannot reach the service at ${url}: ${reason}.`, { cause });
  });
  const body = parse(await response.text());
  if (response.ok) return body;
  const { error, error_description: says, code } = body;
  // Spate errors have a `code` field; in OAuth errors, `error` is the code.
  if (typeof error === 'string' && code === undefined)
    throw new OAuthError(error, typeof says === 'string' ? says : error);
  const message = typeof error === 'string' ? error : `The service returned status ${response.status}.`;
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
  throw new ContractError(200, 'unreadable', `The response of the service lacks ${key}.`);
}
