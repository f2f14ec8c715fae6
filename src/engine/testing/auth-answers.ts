import { createHash } from 'node:crypto';
import { type Answers, type Asked, send } from './answer.ts';

/**
 * /auth/Basic, /auth/Digest: succeed for user ada with the password secret; others get the challenges of the query.
 * With `redirect`, successful requests are redirected.
 */
export const authAnswers: Answers = {
  auth: (asked) => {
    const { what, url, headers, response } = asked;
    const { authorization = '' } = headers;
    const isIn = what === 'Basic' ? authorization === basic : isRightDigest(asked, authorization);
    const to = url.searchParams.get('redirect');
    if (isIn && to !== null) {
      response.writeHead(302, ['Location', to, 'Content-Length', '0']);
      response.end();
    } else if (isIn) {
      send(response, 'text/plain', `hello ${authorization.split(' ', 1)[0]}`);
    } else {
      const challenges = url.searchParams.getAll('w').flatMap((each) => ['WWW-Authenticate', each]);
      const stale =
        url.searchParams.has('stale') && !authorization.includes('"fresh"')
          ? [
              'WWW-Authenticate',
              `Digest realm="R", nonce="${authorization.includes('"old"') ? 'fresh' : 'old'}", stale=true`,
            ]
          : [];
      const close = url.searchParams.has('close') ? ['Connection', 'close'] : [];
      response.writeHead(401, [...challenges, ...stale, ...close, 'Content-Length', '4']);
      response.end('who?');
    }
  },
};

const basic = `Basic ${Buffer.from('ada:secret').toString('base64')}`;

/** Parses and computes the digest independently of the engine, so that errors of the engine show. */
function isRightDigest({ method, body, url }: Asked, authorization: string): boolean {
  if (url.searchParams.has('stale') && !/nonce="fresh"/.test(authorization)) {
    return false;
  }
  return digestIsRight(authorization, method, body);
}

export function digestIsRight(authorization: string, method: string, body: string): boolean {
  if (!authorization.startsWith('Digest ')) {
    return false;
  }
  const values: Record<string, string> = {};
  for (const [, name = '', quoted, plain] of authorization.matchAll(/(\w+)=(?:"([^"]*)"|([^,\s]*))/g)) {
    values[name] = quoted ?? plain ?? '';
  }
  const { username, realm, nonce = '', uri, response, qop, nc, cnonce, algorithm = 'MD5' } = values;
  const kind = algorithm === 'SHA-256' ? 'sha256' : 'md5';
  const hash = (text: string) => createHash(kind).update(text, 'latin1').digest('hex');
  const own = hash(`${username}:${realm}:secret`);
  const a1 = algorithm === 'MD5-sess' ? hash(`${own}:${nonce}:${cnonce}`) : own;
  const a2 = hash(`${method}:${uri}${qop === 'auth-int' ? `:${hash(body)}` : ''}`);
  const expected = hash(
    qop === undefined ? `${a1}:${nonce}:${a2}` : `${a1}:${nonce}:${nc}:${cnonce}:${qop}:${a2}`,
  );
  return username === 'ada' && response === expected;
}
