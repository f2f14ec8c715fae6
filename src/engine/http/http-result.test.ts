import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HttpResult } from './http-result.ts';

test('a body that is there as text only stays the same text when the whole of several requests takes it', () => {
  const last = new HttpResult();
  last.setContentType('text/plain; charset=ISO-8859-1');
  last.setDecodedBody('é');
  const whole = new HttpResult();
  whole.takeFrom(last);
  assert.equal(whole.text, 'é');
});
