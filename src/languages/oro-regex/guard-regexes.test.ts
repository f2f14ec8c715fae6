import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { Worker } from 'node:worker_threads';
import { guardRegexes } from './guard-regexes.ts';
import { OroRegex } from './oro-regex.ts';

describe('expressions with exponential backtracking', () => {
  it('finish within seconds instead of days', { timeout: 60_000 }, () => {
    guardRegexes();
    const regex = new OroRegex('x.*y.*z.*w.*v.*u!');
    assert.equal(regex.isIn(`x${'yzwvux'.repeat(300)}`), false);
    assert.equal(regex.isIn(`x${'yzwvux'.repeat(300)}u!`), true);
  });

  it('finish in every worker of the process', { timeout: 60_000 }, async () => {
    guardRegexes();
    const worker = new Worker(
      `const { parentPort } = require('node:worker_threads');
       parentPort.postMessage(/^(a+)+$/.test('a'.repeat(50) + '!'));`,
      { eval: true },
    );
    assert.deepEqual(await once(worker, 'message'), [false]);
    await worker.terminate();
  });
});
