import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { secretOfCookie, sessionCookie } from './session.ts';

describe('the session of the pages', () => {
  it('keeps its secret where no script and no other site can reach it', () => {
    const cookie = sessionCookie('sec;ret');
    for (const part of ['HttpOnly', 'Secure', 'SameSite=Strict', 'Path=/app'])
      assert.ok(cookie.includes(part), part);
    assert.equal(secretOfCookie(cookie.split(';')[0]), 'sec;ret');
  });

  it('finds its own cookie among others', () => {
    assert.equal(secretOfCookie('a=b; spate_page=t1; c=d'), 't1');
    for (const header of [undefined, '', 'a=b', 'spate_page=', 'xspate_page=t', 'spate_page=%zz']) {
      assert.equal(secretOfCookie(header), undefined, header ?? 'none');
    }
  });
});
