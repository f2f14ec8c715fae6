import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseExpiry } from './parse-expiry.ts';
import { readScopes } from './scopes.ts';

const now = new Date('2026-11-15T12:00:00Z');
const end = (text: string) => parseExpiry(text, '--expires', now);

test('an expiry is a duration, a date or a time', () => {
  assert.equal(end('90d').toISOString(), '2027-02-13T12:00:00.000Z');
  assert.equal(end('2027-01-31T10:00:00Z').toISOString(), '2027-01-31T10:00:00.000Z');
  const day = end('2027-01-31');
  assert.deepEqual([day.getDate(), day.getHours(), day.getMinutes()], [31, 23, 59]);
});

test('rejects invalid and past expiries', () => {
  assert.throws(() => end('soon'), /Invalid value for --expires: "soon"/);
  assert.throws(() => end('2027-13-45'), /Invalid value for --expires: "2027-13-45"/);
  assert.throws(() => end('2020-01-01'), /is in the past/);
});

test('scopes are repeated or comma-separated, and unknown scopes are rejected', () => {
  assert.deepEqual(readScopes(['read', 'run,grids']), ['read', 'run', 'grids']);
  assert.equal(readScopes(undefined), undefined);
  assert.throws(() => readScopes(['raed']), /Unknown scope: "raed"/);
});
