import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readEnd } from './read-end.ts';
import { readScopes } from './scopes.ts';

const now = new Date('2026-11-15T12:00:00Z');
const end = (text: string) => readEnd(text, '--expires', now);

test('an end is a time from now, a whole day, or a moment', () => {
  assert.equal(end('90d').toISOString(), '2027-02-13T12:00:00.000Z');
  assert.equal(end('2027-01-31T10:00:00Z').toISOString(), '2027-01-31T10:00:00.000Z');
  const day = end('2027-01-31');
  assert.deepEqual([day.getDate(), day.getHours(), day.getMinutes()], [31, 23, 59]);
});

test('says what is wrong with an end', () => {
  assert.throws(() => end('soon'), /--expires cannot be "soon"/);
  assert.throws(() => end('2027-13-45'), /--expires cannot be "2027-13-45"/);
  assert.throws(() => end('2020-01-01'), /is over already/);
});

test('scopes come one by one or with commas, and mistakes name the nearest', () => {
  assert.deepEqual(readScopes(['read', 'run,grids']), ['read', 'run', 'grids']);
  assert.equal(readScopes(undefined), undefined);
  assert.throws(() => readScopes(['raed']), /There is no scope "raed"/);
});
