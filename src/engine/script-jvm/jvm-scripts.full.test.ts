// Runs in its own process: sets the time zone of the engine and of Apache JMeter.
import { after, before, describe } from 'node:test';
import { needs } from '../../../test/support/needs.ts';
import { cases as beanShellCases } from '../languages/bean-shell.differential.ts';
import { cases as jsr223Cases } from '../languages/jsr223.differential.ts';
import { compareFile, comparisonMode } from '../testing/compare-engines.ts';
import type { DifferentialCase } from '../testing/differential-case.ts';
import { LazyOracle } from '../testing/lazy-oracle.ts';
import { writeProbeJar } from '../testing/probe-jar.ts';
import { apacheKey, jvmApacheKey } from '../testing/recording/case-key.ts';
import { scriptJvmCommand } from '../testing/script-jvm-command.ts';
import { Target } from '../testing/target.ts';
import { jvmCaseFiles } from './jvm-case-files.fixture.ts';

/** `SPATE_DIFFERENTIAL='documents|requests'` runs only the files whose names match it. */
const wanted = new RegExp(process.env.SPATE_DIFFERENTIAL ?? '');
/** The engine runs these itself too, compared with Apache JMeter in its own tests: here only with the recordings. */
const ofBoth: Record<string, DifferentialCase[]> = {
  'languages/bean-shell': beanShellCases,
  'languages/jsr223': jsr223Cases,
};
process.env.TZ = 'UTC';
const keys = { jvm: await jvmApacheKey(), both: await apacheKey() };

describe('scripts and Java Requests in a JVM, side by side with Apache JMeter', {
  skip: needs('java', 'maven'),
}, () => {
  const oracle = new LazyOracle();
  const free: Target[] = [];
  let jvmCommand: string[] = [];
  let jar: Awaited<ReturnType<typeof writeProbeJar>>;
  before(async () => {
    free.push(await Target.start());
    jar = await writeProbeJar();
    jvmCommand = await scriptJvmCommand(undefined, [jar.path]);
  });
  after(async () => {
    await jar[Symbol.asyncDispose]();
    await oracle[Symbol.asyncDispose]();
    await Promise.all(free.map((target) => target[Symbol.asyncDispose]()));
  });
  const lane = {
    oracle: { get: () => oracle.get([jar.path]) },
    free,
    jvmCommand: () => jvmCommand,
  };
  for (const [file, cases] of Object.entries({ ...jvmCaseFiles, ...ofBoth })) {
    const isOfBoth = Object.hasOwn(ofBoth, file);
    const apache = isOfBoth ? keys.both : keys.jvm;
    const mode = isOfBoth ? 'recorded' : comparisonMode;
    if (wanted.test(file)) {
      describe(file, () => compareFile({ ...lane, file, cases, mode, apache }));
    }
  }
});
