import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { quick, ScriptBench, skip } from './script.fixture.ts';

const bench = new ScriptBench();

describe('steps of a browser script', { skip }, () => {
  before(async () => {
    await bench.start();
    bench.pages['/'] = '<title>Home</title><h1>Hello</h1>';
  });
  after(() => bench.stop());

  it('runs steps in order and tells what each loaded', async () => {
    const ran = await bench.run(`
      import { step, TestSettings, Browser } from '@flood/element';
      ${quick}
      export default () => {
        step('Home', async (browser: Browser) => { await browser.visit('ORIGIN/'); });
        step('Missing', async browser => { await browser.visit('ORIGIN/missing'); });
        step('Idle', async () => {});
      };`);
    assert.deepEqual(ran.end, { iterations: 1, why: 'loops', error: null });
    assert.deepEqual(
      ran.steps.map(({ label, isPassed, code }) => [label, isPassed, code]),
      [
        ['Home', true, '200'],
        ['Missing', true, '404'],
        ['Idle', true, '0'],
      ],
    );
    assert.ok((ran.steps[0]?.bytesIn ?? 0) >= 30);
    assert.equal(ran.steps[2]?.bytesIn, 0);
  });
});
