import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brokenOffSentence, inFlightText, sumInFlight } from './in-flight.ts';

test('formats the number of requests in flight and the age of the oldest', () => {
  assert.equal(inFlightText({ requests: 12, oldestMs: 14_200 }), '12 requests in flight, oldest 14 s');
  assert.equal(inFlightText({ requests: 1, oldestMs: 420 }), '1 request in flight, oldest 420 ms');
  assert.equal(inFlightText({ requests: 0, oldestMs: 0 }), undefined);
  assert.equal(brokenOffSentence({ requests: 0, oldestMs: 0 }), undefined);
});

test('sums the requests of several nodes or threads', () => {
  const parts = [
    { requests: 2, oldestMs: 500 },
    { requests: 3, oldestMs: 9000 },
  ];
  assert.deepEqual(sumInFlight(parts), { requests: 5, oldestMs: 9000 });
  assert.deepEqual(sumInFlight([]), { requests: 0, oldestMs: 0 });
});
