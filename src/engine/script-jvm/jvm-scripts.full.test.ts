import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { needs } from '../../../test/support/needs.ts';
import { cases as beanShellCases } from '../languages/bean-shell.differential.ts';
import { cases as jsr223Cases } from '../languages/jsr223.differential.ts';
import { assertSame } from '../testing/compare-case.ts';
import { LazyOracle } from '../testing/lazy-oracle.ts';
import { writeProbeJar } from '../testing/probe-jar.ts';
import { observeApache, observeOurs } from '../testing/run-case.ts';
import { scriptJvmCommand } from '../testing/script-jvm-command.ts';
import { Target } from '../testing/target.ts';
import { javaRequestCases } from './java-requests.fixture.ts';
import { documentCases } from './jvm-documents.fixture.ts';
import { jvmCases } from './jvm-scripts.fixture.ts';
import { languageCases } from './other-languages.fixture.ts';

/** `SPATE_DIFFERENTIAL='object|BSF'` runs only the cases whose names match it. */
const wanted = new RegExp(process.env.SPATE_DIFFERENTIAL ?? '');

describe('scripts and Java Requests in a JVM, side by side with Apache JMeter', {
  skip: needs('java', 'maven'),
}, () => {
  const oracle = new LazyOracle();
  let target: Target;
  let command: string[];
  let jar: Awaited<ReturnType<typeof writeProbeJar>>;
  before(async () => {
    process.env.TZ = 'UTC';
    target = await Target.start();
    jar = await writeProbeJar();
    command = await scriptJvmCommand(undefined, [jar.path]);
  });
  after(async () => {
    await jar[Symbol.asyncDispose]();
    await oracle[Symbol.asyncDispose]();
    await target[Symbol.asyncDispose]();
  });
  const cases = [
    ...documentCases,
    ...jvmCases,
    ...javaRequestCases,
    ...languageCases,
    ...jsr223Cases,
    ...beanShellCases,
  ];
  for (const each of cases.filter(({ name }) => wanted.test(name))) {
    it(each.name, { timeout: 240_000 }, async () => {
      const apache = await observeApache(await oracle.get([jar.path]), target, each);
      assert.ok(apache.samples.length > 0, 'Apache JMeter made no samples');
      assertSame(each, await observeOurs(target, each, { jvmCommand: command }), apache);
    });
  }
});
