import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { AppError } from '../domain/errors.ts';

/** Address, trust and secret that a machine needs to join a grid. */
export interface JoinToken {
  version: 1;
  /** URL of the service, such as https://host:8443. */
  url: string;
  /** SHA-256 of the CA certificate (DER) in lower-case hex; null: the system's certificate authorities are trusted. */
  caFingerprint: string | null;
  gridId: string;
  secret: string;
}

const schema = Compile(
  Type.Object({
    version: Type.Literal(1),
    url: Type.String({ minLength: 1, maxLength: 2048 }),
    caFingerprint: Type.Union([Type.String({ pattern: '^[0-9a-f]{64}$' }), Type.Null()]),
    gridId: Type.String({ pattern: '^[0-9A-Za-z]{22}$' }),
    secret: Type.String({ minLength: 1, maxLength: 512 }),
  }),
);

export function encodeJoinToken(token: Omit<JoinToken, 'version'>): string {
  const { url, caFingerprint, gridId, secret } = token;
  return Buffer.from(JSON.stringify({ version: 1, url, caFingerprint, gridId, secret })).toString(
    'base64url',
  );
}

/** Throws `invalid` with a message for the user who pasted the token. */
export function decodeJoinToken(text: string): JoinToken {
  const value = parse(text.trim());
  if (typeof value === 'object' && value !== null && 'version' in value && value.version !== 1) {
    throw broken('it is from another version of Spate; use the version of the service');
  }
  if (!schema.Check(value)) throw broken('parts of it are missing; copy the whole token');
  const url = URL.canParse(value.url) ? new URL(value.url) : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    throw broken('its address is not an http or https URL');
  }
  const { caFingerprint, gridId, secret } = value;
  return { version: 1, url: value.url.replace(/\/+$/, ''), caFingerprint, gridId, secret };
}

function parse(text: string): unknown {
  if (!/^[A-Za-z0-9_-]+=*$/.test(text)) throw broken('it contains invalid characters; copy it again');
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    throw broken('it is truncated or not a join token; copy the whole token');
  }
}

function broken(why: string): AppError {
  const message = `The join token is not valid: ${why}.`;
  return new AppError('invalid', message, [{ code: 'join_token', message, field: 'join' }]);
}
