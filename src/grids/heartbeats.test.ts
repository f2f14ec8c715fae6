import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHeartbeats } from './heartbeats.ts';

function heartbeatsAt() {
  const now = { wall: 1_000_000, steady: 500 };
  const pass = (wall: number, steady = wall) => {
    now.wall += wall;
    now.steady += steady;
  };
  const heartbeats = createHeartbeats(
    () => now.wall,
    () => now.steady,
  );
  return { heartbeats, pass };
}

test('hears for as long as its ticks come', () => {
  const { heartbeats, pass } = heartbeatsAt();
  for (let second = 0; second < 60; second++) {
    pass(1000);
    heartbeats.tick();
  }
  assert.equal(heartbeats.uninterruptedMs(), 60_000);
});

test('begins anew after a stall, after sleep, after a clock that was set, and when told', () => {
  const { heartbeats, pass } = heartbeatsAt();
  for (const [wall, steady] of [
    [20_000, 20_000],
    [3_600_000, 1000],
    [-3_600_000, 1000],
  ] as const) {
    pass(wall, steady);
    heartbeats.tick();
    assert.equal(heartbeats.uninterruptedMs(), 0);
    pass(1000);
    heartbeats.tick();
    assert.equal(heartbeats.uninterruptedMs(), 1000);
  }
  heartbeats.interrupted();
  assert.equal(heartbeats.uninterruptedMs(), 0);
});
