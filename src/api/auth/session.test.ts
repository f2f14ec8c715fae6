import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sessionCookie, tokenOfCookie } from './session.ts';

describe('the session of the pages', () => {
  it('keeps the token where no script and no other site can reach it', () => {
    const cookie = sessionCookie('tok;en');
    for (const part of ['HttpOnly', 'Secure', 'SameSite=Strict', 'Path=/app'])
      assert.ok(cookie.includes(part), part);
    assert.equal(tokenOfCookie(cookie.split(';')[0]), 'tok;en');
  });

  it('finds its own cookie among others', () => {
    assert.equal(tokenOfCookie('a=b; spate_page=t1; c=d'), 't1');
    for (const header of [undefined, '', 'a=b', 'spate_page=', 'xspate_page=t', 'spate_page=%zz']) {
      assert.equal(tokenOfCookie(header), undefined, header ?? 'none');
    }
  });
});
