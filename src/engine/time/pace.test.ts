import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Pace } from './pace.ts';

it('uses short slices while the thread has spare time, and long ones at its limit', () => {
  const times = { idle: 0, active: 0 };
  const pace = new Pace(() => times);
  const resume = (busyMs: number) => {
    times.active += busyMs;
    times.idle += 100 - busyMs;
    for (let step = 0; step < 64; step++) {
      pace.step(false);
    }
    return [pace.sliceMs, pace.maxRequests];
  };
  const short = [pace.sliceMs, pace.maxRequests];
  assert.deepEqual(resume(50), short);
  // Between both thresholds nothing changes.
  assert.deepEqual(resume(80), short);
  const long = resume(95);
  assert.ok(long[0]! > short[0]! && long[1]! > short[1]!);
  assert.deepEqual(resume(80), long);
  assert.deepEqual(resume(50), short);
});

it('uses a long slice when it is behind schedule', () => {
  const pace = new Pace();
  const short = pace.sliceMs;
  pace.step(true);
  assert.ok(pace.sliceMs > short);
  pace.step(false);
  assert.equal(pace.sliceMs, short);
});

it('keeps its limits when no time has passed', () => {
  const pace = new Pace(() => ({ idle: 0, active: 0 }));
  const before = [pace.sliceMs, pace.maxRequests];
  for (let step = 0; step < 200; step++) {
    pace.step(false);
  }
  assert.deepEqual([pace.sliceMs, pace.maxRequests], before);
});
