import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runEngine } from '../testing/engine-process.ts';
import { debug, element, group, plan } from '../testing/plan.ts';

for (const [saved, isSaved] of [
  [undefined, true],
  ['TRUE', true],
  ['FALSE', false],
  ['false ', false],
  ['no', false],
] as const) {
  test(`sub-results are ${isSaved ? 'counted' : 'not counted'} when jmeter.save.saveservice.subresults is ${JSON.stringify(saved)}`, async (t) => {
    const transaction = element('TransactionController', 'whole', { 'TransactionController.parent': true }, [
      debug('within'),
    ]);
    const { samples, blocks } = await runEngine(t, {
      plan: plan(group({ loops: 2 }, transaction)),
      options: {
        properties: saved === undefined ? {} : { 'jmeter.save.saveservice.subresults': saved },
        workers: 1,
      },
    });
    const wanted = isSaved ? ['whole', 'within', 'whole', 'within'] : ['whole', 'whole'];
    assert.deepEqual(
      samples.map(({ label }) => label),
      wanted,
    );
    assert.ok(blocks.length > 0);
  });
}
