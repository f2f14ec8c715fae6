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

test('measures the time since the first of uninterrupted ticks', () => {
  const { heartbeats, pass } = heartbeatsAt();
  for (let second = 0; second < 60; second++) {
    pass(1000);
    heartbeats.tick();
  }
  assert.equal(heartbeats.uninterruptedMs(), 60_000);
});

test('restarts after a stall, a suspend, a clock change and an explicit interruption', () => {
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
