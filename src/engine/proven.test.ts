import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { provenFunctions } from '../jmx/proven/functions.ts';
import { provenElements } from '../jmx/proven/proven.ts';
import { elementCompilers } from './elements.ts';
import { textFunctions } from './functions/functions.ts';
import { groupKinds } from './groups/groups.ts';
import { documentCases } from './script-jvm/jvm-documents.fixture.ts';
import { jvmCases } from './script-jvm/jvm-scripts.fixture.ts';
import { languageCases } from './script-jvm/other-languages.fixture.ts';
import { findCaseFiles, readCases } from './testing/case-files.ts';
import { Exercised } from './testing/exercised.ts';
import { apacheKey, caseKey } from './testing/recording/case-key.ts';
import { RecordingFile } from './testing/recording/recording-file.ts';

/** Entries of the proven set that no case can cover, with the reason. */
const notShown: string[] = [
  // Apache JMeter never ends such a test.
  'OpenModelThreadGroup ThreadGroup.on_sample_error=stoptest',
];

describe('the proven set', () => {
  it('holds nothing that the engine cannot run', () => {
    const known = new Set(['TestPlan', ...elementCompilers.keys(), ...Object.keys(groupKinds)]);
    assert.deepEqual(
      Object.keys(provenElements).filter((kind) => !known.has(kind)),
      [],
    );
    assert.deepEqual(
      Object.keys(provenFunctions).filter((name) => !textFunctions.has(name)),
      [],
    );
  });

  it('holds no element, property, value or call that is in no plan that both engines ran', async () => {
    const apache = await apacheKey();
    const exercised = new Exercised();
    for (const file of await findCaseFiles()) {
      const recordings = await RecordingFile.open(file, apache);
      for (const each of await readCases(file)) {
        if (!isRandom(file) && recordings.get(each.name, caseKey(each))) {
          exercised.add(each);
        }
      }
    }
    // These cases have no recordings: the full suite runs them in both engines.
    for (const each of [...documentCases, ...jvmCases, ...languageCases]) {
      exercised.add(each);
    }
    assert.deepEqual(exercised.missing(), notShown);
  });
});

/** Random plans do not count: a change of the generator changes what they cover. */
const isRandom = (file: string) => file === 'testing/random/seeds';
