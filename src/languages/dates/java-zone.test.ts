import assert from 'node:assert/strict';
import { test } from 'node:test';
import { epochOfLocal, UnsupportedDate, zoneNamed } from './java-zone.ts';

const london = zoneNamed('Europe/London');
assert.ok(london);

test('finds the instant of a local time on both sides of a clock change', () => {
  assert.equal(epochOfLocal(london, Date.UTC(2023, 9, 29, 0, 59)), Date.UTC(2023, 9, 28, 23, 59));
  assert.equal(epochOfLocal(london, Date.UTC(2023, 9, 29, 2, 0)), Date.UTC(2023, 9, 29, 2, 0));
  assert.equal(epochOfLocal(london, Date.UTC(2023, 6, 1)), Date.UTC(2023, 5, 30, 23));
});

test('rejects a local time that occurs twice or never', () => {
  assert.throws(() => epochOfLocal(london, Date.UTC(2023, 9, 29, 1, 30)), UnsupportedDate);
  assert.throws(() => epochOfLocal(london, Date.UTC(2023, 2, 26, 1, 30)), UnsupportedDate);
});

test("knows names of zones only in Java's notation", () => {
  assert.equal(zoneNamed('Asia/kolkata'), undefined);
  assert.equal(zoneNamed('Nowhere/Town'), undefined);
  assert.equal(zoneNamed('Asia/Kolkata')?.offsetMinutes(0), 330);
});
