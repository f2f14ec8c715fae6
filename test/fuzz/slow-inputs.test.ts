import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SlowInputs } from './slow-inputs.ts';

const limitMs = 10;

function work(ms: number): void {
  const start = process.threadCpuUsage();
  while (process.threadCpuUsage(start).user < ms * 1000);
}

test('reports an input that takes more processor time than the limit, and no other', async () => {
  const slow = new SlowInputs<number>(limitMs);
  for (const ms of [0, 40 * limitMs, 0]) {
    const start = slow.start();
    work(ms);
    slow.end(start, ms);
  }
  await assert.rejects(slow.requireNone(work), ({ actual }: assert.AssertionError) => {
    assert.match(String(actual), /^\d+ ms of processor time, limit \d+ ms: 400$/);
    return true;
  });
});

test('does not report an input that took more than the limit only once', async () => {
  const slow = new SlowInputs<string>(limitMs);
  const start = slow.start();
  work(40 * limitMs);
  slow.end(start, 'an input');
  let times = 0;
  await slow.requireNone(() => {
    times += 1;
    if (times === 1) work(40 * limitMs);
  });
  assert.equal(times, 5);
});
