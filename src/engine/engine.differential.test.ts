// Runs in its own process: sets the time zone of the engine and of Apache JMeter.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { notTested } from '../../test/support/not-tested.ts';
import { isFullSuite } from '../../test/support/suite.ts';
import { areAllChosen, compareEngines, comparisonMode } from './testing/compare-engines.ts';
import { isOfTimes } from './testing/is-of-times.ts';
import { watchScriptMembers } from './testing/script-members.ts';

const members = watchScriptMembers();

if (!isFullSuite()) {
  notTested('Scripts and Java Requests in a JVM', 'npm run test:full compares them with Apache JMeter.');
}

await compareEngines('our engine, side by side with Apache JMeter', {
  isMeant: (file) => !isOfTimes(file),
  lanes: 3,
  hasRandomPlans: true,
});

if (areAllChosen) {
  test('scripts of the cases use every member of the class tables, except those listed', async () => {
    const list = await readFile(new URL('./unused-script-members.txt', import.meta.url), 'utf8');
    const known = list.trimEnd().split('\n');
    const unused = members.unused();
    const isListed = new Set(known);
    const isUnused = new Set(unused);
    assert.deepEqual(
      unused.filter((each) => !isListed.has(each)),
      [],
      'No case uses these members: add one.',
    );
    // New random plans use others each time.
    if (comparisonMode !== 'full') {
      assert.deepEqual(
        known.filter((each) => !isUnused.has(each)),
        [],
        'Cases use these members: remove them from src/engine/unused-script-members.txt.',
      );
    }
  });
}
