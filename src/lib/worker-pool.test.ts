import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { WorkerLimitError, WorkerPool, type WorkerPoolOptions } from './worker-pool.ts';

const usual: WorkerPoolOptions = {
  script: new URL('./testing/pool-script.ts', import.meta.url),
  maxWorkers: 1,
  maxWaiting: 10,
  timeoutMs: 60_000,
  memoryMb: 32,
};

function poolFor(t: TestContext, options: WorkerPoolOptions = usual): WorkerPool {
  const pool = new WorkerPool(options);
  t.after(() => pool.close());
  return pool;
}

const exceeds = (limit: string) => (error: unknown) =>
  error instanceof WorkerLimitError && error.limit === limit;

describe('a pool of worker threads', () => {
  it('answers tasks in order, and forwards errors of a task', async (t) => {
    const pool = poolFor(t);
    const answers = ['a', 'b', 'c'].map((text) => pool.run<string>({ kind: 'say', text }));
    assert.deepEqual(await Promise.all(answers), ['a', 'b', 'c']);
    await assert.rejects(pool.run({ kind: 'fail', text: 'wrong' }), new TypeError('wrong'));
    const bytes = await pool.run<Uint8Array>({ kind: 'hand over', text: 'ü' });
    assert.equal(new TextDecoder().decode(bytes), 'ü');
  });

  it('terminates a task that takes too long, and continues with the next one', async (t) => {
    const options = { ...usual, timeoutMs: 100 };
    const pool = poolFor(t, options);
    const endless = assert.rejects(pool.run({ kind: 'loop' }), exceeds('time'));
    // The time of the next task includes the start of its worker.
    options.timeoutMs = usual.timeoutMs;
    const next = pool.run<string>({ kind: 'say', text: 'next' });
    await endless;
    assert.equal(await next, 'next');
  });

  it('terminates a task that takes too much memory, and continues with the next one', async (t) => {
    const pool = poolFor(t);
    await assert.rejects(pool.run({ kind: 'fill' }), exceeds('memory'));
    assert.equal(await pool.run({ kind: 'say', text: 'next' }), 'next');
  });

  it('rejects tasks when the queue is full', async (t) => {
    const pool = poolFor(t, { ...usual, maxWaiting: 1 });
    const first = pool.run({ kind: 'loop' }).catch((error: unknown) => error);
    const second = pool.run({ kind: 'say' }).catch((error: unknown) => error);
    await assert.rejects(pool.run({ kind: 'say' }), exceeds('queue'));
    await pool.close();
    assert.ok((await first) instanceof Error);
    assert.ok((await second) instanceof Error);
  });
});
