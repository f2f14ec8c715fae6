import assert from 'node:assert/strict';
import { it } from 'node:test';
import { lineOf } from './run-line.ts';

it('gives each run a distinct line style, beyond the comparison limit', () => {
  const lines = Array.from({ length: 16 }, (_, index) => JSON.stringify(lineOf(index)));
  assert.equal(new Set(lines).size, lines.length);
  assert.equal(new Set(lines.slice(0, 6).map((line) => JSON.parse(line).colour)).size, 6);
});
