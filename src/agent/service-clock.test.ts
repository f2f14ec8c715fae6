import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ServiceClock } from './service-clock.ts';

/** Simulates exchanges with a service whose clock is `offsetMs` ahead. */
function scene(lastKnownOffsetMs = 0) {
  const steady = { ms: 1_000_000, nowMs: () => steady.ms };
  const local = { aheadMs: 0, nowMs: () => steady.ms + local.aheadMs };
  const clock = new ServiceClock(local, lastKnownOffsetMs, steady);
  const exchange = (offsetMs: number, thereMs: number, backMs: number) => {
    const sentAtMs = clock.stampMs();
    steady.ms += thereMs;
    const serviceTimeMs = steady.ms + offsetMs;
    steady.ms += backMs;
    clock.receive(sentAtMs, serviceTimeMs);
  };
  return { clock, steady, local, exchange };
}

test('uses the exchange with the shortest round trip', () => {
  const { clock, steady, exchange } = scene();
  exchange(5000, 90, 10);
  exchange(5000, 2, 2);
  exchange(5000, 10, 150);
  assert.equal(clock.offsetMs, 5000);
  assert.equal(clock.roundTripMs, 4);
  assert.equal(clock.nowMs(), steady.ms + 5000);
  assert.equal(clock.toLocalMs(clock.nowMs()), steady.ms);
});

test('uses the last known offset before the first exchange', async () => {
  const { clock, steady, exchange } = scene(-700);
  assert.equal(clock.nowMs(), steady.ms - 700);
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

test('detects a changed clock of the service at the next exchange', () => {
  const { clock, exchange } = scene();
  for (let round = 0; round < 8; round++) exchange(100, 1, 1);
  exchange(-59_900, 20, 20);
  assert.equal(clock.offsetMs, -59_900);
});

for (const jumpMs of [-300_000, 300_000])
  test(`continues when the clock of the machine jumps by ${jumpMs / 1000} s`, () => {
    const { clock, steady, local, exchange } = scene();
    exchange(100, 1, 1);
    const startAtMs = clock.nowMs() + 2000;
    local.aheadMs = jumpMs;
    steady.ms += 500;
    assert.equal(startAtMs - clock.nowMs(), 1500);
    assert.equal(clock.toLocalMs(startAtMs) - local.nowMs(), 1500);
    assert.equal(clock.offsetMs, 100 - jumpMs);
    exchange(100, 1, 1);
    assert.equal(clock.offsetMs, 100 - jumpMs);
  });
