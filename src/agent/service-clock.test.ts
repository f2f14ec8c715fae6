import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ServiceClock } from './service-clock.ts';

/** Simulates exchanges with a service whose clock is `offsetMs` ahead. */
function scene(lastKnownOffsetMs = 0) {
  const local = { ms: 1_000_000, nowMs: () => local.ms };
  const clock = new ServiceClock(local, lastKnownOffsetMs);
  const exchange = (offsetMs: number, thereMs: number, backMs: number) => {
    const sentAtMs = clock.localMs();
    local.ms += thereMs;
    const serviceTimeMs = local.ms + offsetMs;
    local.ms += backMs;
    clock.receive(sentAtMs, serviceTimeMs);
  };
  return { clock, local, exchange };
}

test('uses the exchange with the shortest round trip', () => {
  const { clock, local, exchange } = scene();
  exchange(5000, 90, 10);
  exchange(5000, 2, 2);
  exchange(5000, 10, 150);
  assert.equal(clock.offsetMs, 5000);
  assert.equal(clock.roundTripMs, 4);
  assert.equal(clock.nowMs(), local.ms + 5000);
  assert.equal(clock.toLocalMs(clock.nowMs()), local.ms);
});

test('uses the last known offset before the first exchange', async () => {
  const { clock, local, exchange } = scene(-700);
  assert.equal(clock.nowMs(), local.ms - 700);
  exchange(100, 1, 1);
  await clock.measured;
  assert.equal(clock.offsetMs, 100);
});

test('expires old exchanges with a short round trip', () => {
  const { clock, exchange } = scene();
  exchange(100, 0, 0);
  for (let round = 0; round < 8; round++) exchange(105, 4, 4);
  assert.equal(clock.offsetMs, 105);
});

test('detects a changed clock at the next exchange', () => {
  const { clock, local, exchange } = scene();
  for (let round = 0; round < 8; round++) exchange(100, 1, 1);
  local.ms += 60_000;
  exchange(-59_900, 20, 20);
  assert.equal(clock.offsetMs, -59_900);
});
