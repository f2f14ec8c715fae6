import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normalQuantile, studentQuantile } from './quantiles.ts';

const near = (actual: number, expected: number, within: number) =>
  assert.ok(Math.abs(actual - expected) < within, `${actual} is not ${expected}`);

test('matches published tables', () => {
  near(normalQuantile(0.5), 0, 1e-9);
  near(normalQuantile(0.975), 1.959964, 1e-6);
  near(normalQuantile(0.0005), -3.290527, 1e-5);
  near(studentQuantile(0.975, 10), 2.228, 0.002);
  near(studentQuantile(0.9995, 20), 3.85, 0.01);
  near(studentQuantile(0.995, 1000), 2.581, 0.001);
  assert.throws(() => normalQuantile(1), RangeError);
});
