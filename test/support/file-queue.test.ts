import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runQueue } from './file-queue.ts';

const { signal } = new AbortController();

test('starts files in their order and keeps the given number running', async () => {
  const started: string[] = [];
  let running = 0;
  let most = 0;
  const results = await runQueue(['a', 'b', 'c', 'd'], {
    atOnce: 2,
    signal,
    readiness: () => Promise.resolve(),
    runOne: async (file) => {
      started.push(file);
      most = Math.max(most, ++running);
      await new Promise(setImmediate);
      running--;
      return file;
    },
  });
  assert.deepEqual(started, ['a', 'b', 'c', 'd']);
  assert.deepEqual(results.toSorted(), started);
  assert.equal(most, 2);
});

test('a file that waits for a tool does not delay other files', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const started: string[] = [];
  await runQueue(['needy', 'free', 'last'], {
    atOnce: 2,
    signal,
    readiness: (file) => (file === 'needy' ? promise : Promise.resolve()),
    runOne: async (file) => {
      started.push(file);
      if (file === 'last') resolve();
    },
  });
  assert.deepEqual(started, ['free', 'last', 'needy']);
});

test('after an abort no file is started, also none that waits for a tool', async () => {
  const controller = new AbortController();
  const results = await runQueue(['first', 'second', 'needy'], {
    atOnce: 1,
    signal: controller.signal,
    readiness: (file) => (file === 'needy' ? new Promise(() => {}) : Promise.resolve()),
    runOne: async (file) => {
      if (file === 'second') setImmediate(() => controller.abort());
      return file;
    },
  });
  assert.deepEqual(results, ['first', 'second']);
});
