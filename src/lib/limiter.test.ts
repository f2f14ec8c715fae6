import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLimiter } from './limiter.ts';

test('limits concurrency, in order, also after a failure', async () => {
  const limit = createLimiter(2);
  const started: number[] = [];
  const ends = Array.from({ length: 4 }, () => Promise.withResolvers<number>());
  const results = ends.map(({ promise }, index) =>
    limit(() => {
      started.push(index);
      return promise;
    }),
  );
  assert.deepEqual(started, [0, 1]);
  const failed = assert.rejects(results[1] as Promise<number>, /broken/);
  ends[1]?.reject(new Error('broken'));
  await failed;
  assert.deepEqual(started, [0, 1, 2]);
  for (const [index, end] of ends.entries()) end.resolve(index);
  assert.deepEqual(await Promise.all([results[0], results[2], results[3]]), [0, 2, 3]);
  assert.deepEqual(started, [0, 1, 2, 3]);
});
