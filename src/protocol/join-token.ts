import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { AppError } from '../domain/errors.ts';

/** All that a machine needs to join a grid. */
export interface JoinToken {
  version: 1;
  /** Where the service is, such as https://host:8443. */
  url: string;
  /** SHA-256 of the CA certificate (DER) in lower-case hex; null: trust what the system trusts. */
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

/** Throws `invalid` with a sentence for a person who pasted it. */
export function decodeJoinToken(text: string): JoinToken {
  const value = parse(text.trim());
  if (typeof value === 'object' && value !== null && 'version' in value && value.version !== 1) {
    throw broken('it was made by another version of spate; use the version of the service');
  }
  if (!schema.Check(value)) throw broken('parts of it are missing; copy the whole token');
  const url = URL.canParse(value.url) ? new URL(value.url) : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    throw broken('the address in it is not an http or https address');
  }
  const { caFingerprint, gridId, secret } = value;
  return { version: 1, url: value.url.replace(/\/+$/, ''), caFingerprint, gridId, secret };
}

function parse(text: string): unknown {
  if (!/^[A-Za-z0-9_-]+=*$/.test(text)) throw broken('it has characters that no token has; copy it again');
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    throw broken('it is cut off or not a join token; copy the whole token');
  }
}

function broken(why: string): AppError {
  const message = `The join token cannot be used: ${why}.`;
  return new AppError('invalid', message, [{ code: 'join_token', message, field: 'join' }]);
}
