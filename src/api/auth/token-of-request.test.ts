import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tokensOfRequest } from './token-of-request.ts';

const token = 'flood_live_0123456789abcdef';
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
const none = new URLSearchParams();

describe('tokensOfRequest', () => {
  it('finds the token in all forms of Basic authentication', () => {
    const forms = [`${token}:`, `${token}:x`, token, `${token}:x:`, `${token}:any:thing`, ` ${token} :`];
    for (const form of forms) assert.deepEqual(tokensOfRequest(basic(form), none), [token], form);
    assert.deepEqual(tokensOfRequest(basic(`${token}:`).replace('Basic ', 'basic   '), none), [token]);
    const unpadded = basic(`${token}:xx`).replace(/=+$/, '');
    assert.deepEqual(tokensOfRequest(unpadded, none), [token]);
  });

  it('finds it as Bearer and in the query', () => {
    assert.deepEqual(tokensOfRequest(`Bearer ${token}`, none), [token]);
    assert.deepEqual(tokensOfRequest(undefined, new URLSearchParams(`auth_token=${token}`)), [token]);
  });

  it('tries the header before the query', () => {
    const query = new URLSearchParams({ auth_token: 'second' });
    assert.deepEqual(tokensOfRequest('Bearer first', query), ['first', 'second']);
  });

  it('finds nothing in invalid headers', () => {
    const rubbish = [
      '',
      'Basic',
      'Basic ',
      'Bearer',
      'Digest x',
      basic(':'),
      basic(''),
      basic(':password'),
      'x y z',
    ];
    for (const header of rubbish) assert.deepEqual(tokensOfRequest(header, none), [], header);
    assert.deepEqual(tokensOfRequest(undefined, new URLSearchParams('auth_token=')), []);
  });
});
