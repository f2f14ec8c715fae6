import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { secretOfCookie, sessionCookie } from './session.ts';

describe('the session cookie', () => {
  it('is not readable by scripts or other sites', () => {
    const cookie = sessionCookie('sec;ret');
    for (const part of ['HttpOnly', 'Secure', 'SameSite=Strict', 'Path=/app'])
      assert.ok(cookie.includes(part), part);
    assert.equal(secretOfCookie(cookie.split(';')[0]), 'sec;ret');
  });

  it('is found among other cookies', () => {
    assert.equal(secretOfCookie('a=b; spate_page=t1; c=d'), 't1');
    for (const header of [undefined, '', 'a=b', 'spate_page=', 'xspate_page=t', 'spate_page=%zz']) {
      assert.equal(secretOfCookie(header), undefined, header ?? 'none');
    }
  });
});
