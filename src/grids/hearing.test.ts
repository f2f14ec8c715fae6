import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHearing } from './hearing.ts';

function hearingAt() {
  const now = { wall: 1_000_000, steady: 500 };
  const pass = (wall: number, steady = wall) => {
    now.wall += wall;
    now.steady += steady;
  };
  const hearing = createHearing(
    () => now.wall,
    () => now.steady,
  );
  return { hearing, pass };
}

test('hears for as long as its ticks come', () => {
  const { hearing, pass } = hearingAt();
  for (let second = 0; second < 60; second++) {
    pass(1000);
    hearing.tick();
  }
  assert.equal(hearing.forMs(), 60_000);
});

test('begins anew after a stall, after sleep, after a clock that was set, and when told', () => {
  const { hearing, pass } = hearingAt();
  for (const [wall, steady] of [
    [20_000, 20_000],
    [3_600_000, 1000],
    [-3_600_000, 1000],
  ] as const) {
    pass(wall, steady);
    hearing.tick();
    assert.equal(hearing.forMs(), 0);
    pass(1000);
    hearing.tick();
    assert.equal(hearing.forMs(), 1000);
  }
  hearing.interrupted();
  assert.equal(hearing.forMs(), 0);
});
