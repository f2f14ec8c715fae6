import assert from 'node:assert/strict';
import { it } from 'node:test';
import { lineOf } from './run-line.ts';

it('draws as many runs as can be compared, and more, each in its own way', () => {
  const lines = Array.from({ length: 16 }, (_, index) => JSON.stringify(lineOf(index)));
  assert.equal(new Set(lines).size, lines.length);
  assert.equal(new Set(lines.slice(0, 6).map((line) => JSON.parse(line).colour)).size, 6);
});
