import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { SlowInputs } from './slow-inputs.ts';

const limitMs = 10;

test('reports an input that holds the thread longer than the limit, and no other', () => {
  using slow = new SlowInputs(limitMs);
  for (const ms of [0, 40 * limitMs, 0]) {
    const start = slow.start();
    while (process.threadCpuUsage(start.usage).user < ms * 1000);
    slow.end(start, `an input of ${ms} ms`);
  }
  assert.throws(
    () => slow.requireNone(),
    ({ actual }: assert.AssertionError) => {
      assert.match(String(actual), /^\d+ ms for "an input of 400 ms", in \d+ threadCpuUsage /);
      return true;
    },
  );
});

test('does not count the pauses of the garbage collector', () => {
  using slow = new SlowInputs(limitMs);
  const kept = Array.from({ length: 300_000 }, (_, at) => ({ at: [at] }));
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as () => void;
  const start = slow.start();
  do gc();
  while (process.threadCpuUsage(start.usage).user < 4 * limitMs * 1000);
  slow.end(start, kept.length);
  slow.requireNone();
});
