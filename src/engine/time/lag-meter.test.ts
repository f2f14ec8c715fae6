import assert from 'node:assert/strict';
import { it } from 'node:test';
import { LagMeter } from './lag-meter.ts';

it('reports percentiles, rounded up to their buckets', () => {
  const meter = new LagMeter();
  assert.equal(meter.p99Ms, 0);
  for (let late = 1; late <= 1000; late++) {
    meter.record(late * 2 + 0.1);
  }
  assert.equal(meter.maxMs, 2000.1);
  assert.ok(meter.p50Ms >= 1000 && meter.p50Ms < 1000 * 1.04, String(meter.p50Ms));
  assert.ok(meter.p99Ms >= 1980 && meter.p99Ms < 1980 * 1.04, String(meter.p99Ms));
});

it('one late wait in a thousand changes the maximum and not the 99th percentile', () => {
  const meter = new LagMeter();
  for (let count = 0; count < 999; count++) {
    meter.record(1.3);
  }
  meter.record(90_000);
  assert.equal(meter.p99Ms, 1.5);
  assert.equal(meter.maxMs, 90_000);
});

it('adds its counts to a sum and can be cleared', () => {
  const sum = new LagMeter();
  const meter = new LagMeter();
  for (const late of [0.1, 100, -5]) {
    meter.record(late);
  }
  meter.addTo(sum);
  meter.clear();
  assert.deepEqual([meter.count, meter.maxMs, meter.p99Ms], [0, 0, 0]);
  meter.record(2_000_000_000);
  meter.addTo(sum);
  assert.deepEqual([sum.count, sum.maxMs, sum.p99Ms], [4, 2_000_000_000, 64 * 2 ** 14]);
});
