import { createHash } from 'node:crypto';
import { encodeText } from '../form-encoding.ts';
import type { Challenge } from './challenges.ts';
import type { Credentials } from './credentials.ts';

export interface DigestRequest {
  readonly method: string;
  readonly target: string;
  /** Undefined for requests that cannot have a body. */
  readonly body: Buffer | undefined;
}

/** Use count of a nonce within one sample. */
export interface NonceUse {
  nonce: string;
  count: number;
  cnonce: string;
}

/** Header value of HttpClient's DigestScheme. Undefined when it gives up: the request is sent without the header. */
export function digestHeader(
  challenge: Challenge,
  { userName, password }: Credentials,
  request: DigestRequest,
  use: NonceUse,
  makeCnonce: () => string,
): string | undefined {
  const realm = challenge.get('realm');
  const nonce = challenge.get('nonce');
  const algorithm = challenge.get('algorithm') ?? 'MD5';
  const qop = qopOf(challenge.get('qop'), request.body !== undefined);
  const isSession = algorithm.toLowerCase() === 'md5-sess';
  const hashName = hashes[isSession ? 'md5' : algorithm.toLowerCase()];
  if (realm === undefined || nonce === undefined || qop === undefined || hashName === undefined) {
    return undefined;
  }
  if (use.nonce === nonce && use.count > 0) {
    use.count += 1;
  } else {
    Object.assign(use, { nonce, count: 1, cnonce: makeCnonce() });
  }
  const { cnonce } = use;
  const nc = use.count.toString(16).padStart(8, '0');
  const charset = challenge.get('charset') ?? 'US-ASCII';
  const hash = (data: string | Buffer) =>
    createHash(hashName)
      .update(typeof data === 'string' ? encodeText(data, charset) : data)
      .digest('hex');
  const own = hash(`${userName}:${realm}:${password}`);
  const a1 = isSession ? hash(`${own}:${nonce}:${cnonce}`) : own;
  const bodyHash = qop === 'auth-int' ? `:${hash(request.body ?? Buffer.alloc(0))}` : '';
  const a2 = hash(`${request.method}:${request.target}${bodyHash}`);
  const middle = qop === '' ? nonce : `${nonce}:${nc}:${cnonce}:${qop}`;
  const response = hash(`${a1}:${middle}:${a2}`);
  const opaque = challenge.get('opaque');
  return [
    `Digest username=${quoted(userName)}`,
    `realm=${quoted(realm)}`,
    `nonce=${quoted(nonce)}`,
    `uri=${quoted(request.target)}`,
    `response=${quoted(response)}`,
    ...(qop === '' ? [] : [`qop=${qop}`, `nc=${nc}`, `cnonce=${quoted(cnonce)}`]),
    `algorithm=${/[ ;,:@()<>\\"/[\]?={}\t]/.test(algorithm) ? quoted(algorithm) : algorithm}`,
    ...(opaque === undefined ? [] : [`opaque=${quoted(opaque)}`]),
  ].join(', ');
}

/** Quality of protection: empty when the server offers none, undefined when it offers only unsupported ones. */
function qopOf(list: string | undefined, canHaveBody: boolean): 'auth' | 'auth-int' | '' | undefined {
  if (list === undefined) {
    return '';
  }
  const kinds = list.split(',').map((kind) => kind.trim().toLowerCase());
  if (canHaveBody && kinds.includes('auth-int')) {
    return 'auth-int';
  }
  return kinds.includes('auth') ? 'auth' : undefined;
}

/** Hash names of Node.js by Java's algorithm names in lower case. */
const hashes: Record<string, string> = {
  md5: 'md5',
  sha: 'sha1',
  sha1: 'sha1',
  'sha-1': 'sha1',
  'sha-224': 'sha224',
  'sha-256': 'sha256',
  'sha-384': 'sha384',
  'sha-512': 'sha512',
  'sha-512/256': 'sha512-256',
};

const quoted = (value: string) => `"${value.replace(/["\\]/g, '\\$&')}"`;
