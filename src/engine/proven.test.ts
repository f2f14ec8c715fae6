import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { provenFunctions } from '../jmx/proven/functions.ts';
import { provenJarMembers } from '../jmx/proven/jar-members.ts';
import { provenElements } from '../jmx/proven/proven.ts';
import { elementCompilers } from './elements.ts';
import { textFunctions } from './functions/functions.ts';
import { groupKinds } from './groups/groups.ts';
import { javaRequestCases } from './script-jvm/java-requests.fixture.ts';
import { jvmCaseFiles } from './script-jvm/jvm-case-files.fixture.ts';
import { findCaseFiles, readCases } from './testing/case-files.ts';
import type { DifferentialCase } from './testing/differential-case.ts';
import { Exercised } from './testing/exercised.ts';
import { probeSources } from './testing/probe-sources.ts';
import { apacheKey, caseKey, jvmApacheKey } from './testing/recording/case-key.ts';
import { RecordingFile } from './testing/recording/recording-file.ts';
import { planFile } from './testing/run-case.ts';
import { placeholderPorts } from './testing/target-ports.ts';

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

  it('holds no element, property, value or call that no case executed in both engines', async () => {
    const apache = await apacheKey();
    const exercised = new Exercised();
    const add = async (file: string, cases: readonly DifferentialCase[], key: string) => {
      const recordings = await RecordingFile.open(file, key);
      for (const each of cases) {
        const recording = recordings.get(each.name, caseKey(each));
        if (recording) {
          exercised.add(each, recording.idle);
        }
      }
    };
    for (const file of await findCaseFiles()) {
      if (!isRandom(file)) {
        await add(file, await readCases(file), apache);
      }
    }
    const jvmApache = await jvmApacheKey();
    for (const [file, cases] of Object.entries(jvmCaseFiles)) {
      await add(file, cases, jvmApache);
    }
    assert.deepEqual(exercised.missing(), notShown);
  });

  it('holds no member of a class of JMeter that no client in a recorded plan uses', async () => {
    const recordings = await RecordingFile.open('script-jvm/java-requests', await jvmApacheKey());
    const plans = javaRequestCases
      .filter((each) => recordings.get(each.name, caseKey(each)))
      .map((each) => planFile(each, placeholderPorts).toString());
    const used = Object.entries(probeSources)
      .filter(([name]) => plans.some((plan) => plan.includes(`probe.${name}`)))
      .map(([, source]) => source)
      .join('\n');
    const missing = Object.entries(provenJarMembers).flatMap(([name, { members }]) => {
      const simple = name.slice(name.lastIndexOf('/') + 1);
      const constructed = new RegExp(`(?:new|extends) ${simple}\\b`);
      return members
        .filter((member) => !(member === '<init>' ? constructed : new RegExp(`\\b${member}\\b`)).test(used))
        .map((member) => `${simple} ${member}`);
    });
    assert.deepEqual(missing, []);
  });
});

/** Random plans do not count: a change of the generator changes what they cover. */
const isRandom = (file: string) => file === 'testing/random/seeds';
