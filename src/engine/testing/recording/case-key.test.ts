import assert from 'node:assert/strict';
import { test } from 'node:test';
import { caseKey } from './case-key.ts';

/** The key of a case with a `normalize` function of this source. */
const keyOf = (source: string) =>
  caseKey({ name: 'case', plan: [], normalize: new Function(`return (${source})`)() });

test('the key does not depend on comments and formatting of functions, and depends on their code', () => {
  const key = keyOf("(text) => text.replace('http://a', 'b  c')");
  assert.equal(keyOf("(text) =>\n  // a comment\n  text.replace( 'http://a', /* b */ 'b  c' )"), key);
  assert.notEqual(keyOf("(text) => text.replace('http://a', 'b c')"), key);
  assert.notEqual(keyOf("(text) => text.replace('http://x', 'b  c')"), key);
});
