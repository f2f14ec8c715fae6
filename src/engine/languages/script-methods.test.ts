// Runs in its own process: sets the time zone, and replaces the methods of the script classes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groovyClasses } from '../../languages/groovy/groovy-classes.ts';
import type { JavaClass, Overload } from '../../languages/jvm/java-class.ts';
import { findCaseFiles, readCases } from '../testing/case-files.ts';
import type { DifferentialCase } from '../testing/differential-case.ts';
import { apacheKey, caseKey } from '../testing/recording/case-key.ts';
import { RecordingFile } from '../testing/recording/recording-file.ts';
import { observeOurs, planFile } from '../testing/run-case.ts';
import { Target } from '../testing/target.ts';
import { placeholderPorts } from '../testing/target-ports.ts';

test('the classes of scripts have no method that no case has called in both engines', async () => {
  process.env.TZ = 'UTC';
  const uncalled = new Map<Overload, string>();
  for (const each of groovyClasses.all) {
    for (const [signature, overload] of overloadsOf(each).filter(isReached(each.name))) {
      uncalled.set(overload, `${each.name} ${signature}`);
    }
  }
  for (const overload of uncalled.keys()) {
    const { call } = overload;
    overload.call = (self, args, host) => {
      uncalled.delete(overload);
      return call(self, args, host);
    };
  }
  await using target = await Target.start();
  for (const each of await recordedScriptCases()) {
    await observeOurs(target, each);
  }
  assert.deepEqual([...uncalled.values()].toSorted(), []);
});

/** False for a method that Groovy adds to a class that has the same one. */
const isReached =
  (className: string) =>
  ([signature, overload]: [string, Overload]): boolean => {
    const found = groovyClasses.methods(className, signature.slice(0, signature.indexOf('(')));
    return found.includes(overload) || !found.some(({ params }) => params.join() === overload.params.join());
  };

function overloadsOf({ name, constructors, statics, methods }: JavaClass): [string, Overload][] {
  const tables = [statics, methods, groovyClasses.addedTo(name) ?? new Map<string, readonly Overload[]>()];
  const all = tables.flatMap((table) =>
    [...table].flatMap(([method, overloads]) => overloads.map((each) => [method, each] as const)),
  );
  return [...constructors.map((each) => ['new', each] as const), ...all].map(([method, each]) => [
    `${method}(${each.params.join()})`,
    each,
  ]);
}

/** Cases with scripts that both engines have run. Random plans do not count: a change of the generator changes them. */
async function recordedScriptCases(): Promise<DifferentialCase[]> {
  const apache = await apacheKey();
  const found: DifferentialCase[] = [];
  for (const file of await findCaseFiles()) {
    const recordings = await RecordingFile.open(file, apache);
    for (const each of file === 'testing/random/seeds' ? [] : await readCases(file)) {
      const hasScript = /JSR223|BeanShell|__groovy/.test(String(planFile(each, placeholderPorts)));
      if (hasScript && recordings.get(each.name, caseKey(each))) {
        found.push(each);
      }
    }
  }
  return found;
}
