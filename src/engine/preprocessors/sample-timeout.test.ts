import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runEngine } from '../testing/engine-process.ts';
import { element, group, plan } from '../testing/plan.ts';

test('a Sample Timeout that only JMeter can keep ends the test with a reason', async (t) => {
  const dummy = element('kg.apc.jmeter.samplers.DummySampler', 'made up', {
    WAITING: true,
    RESPONSE_TIME: 20_000,
  });
  const timeout = element('SampleTimeout', 'Timeout', { 'InterruptTimer.timeout': 20 });
  const run = await runEngine(t, { plan: plan(group({}, timeout, dummy)) });
  assert.equal(run.code, 69);
  assert.match(run.output, /Only Apache JMeter ends samples of made up/);
});
