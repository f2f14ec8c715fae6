import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { needs } from '../../../test/support/needs.ts';
import { cases as beanShellCases } from '../languages/bean-shell.differential.ts';
import { cases as jsr223Cases } from '../languages/jsr223.differential.ts';
import { assertSame } from '../testing/compare-case.ts';
import { LazyOracle } from '../testing/lazy-oracle.ts';
import { observeApache, observeOurs } from '../testing/run-case.ts';
import { scriptJvmCommand } from '../testing/script-jvm-command.ts';
import { Target } from '../testing/target.ts';
import { documentCases } from './jvm-documents.fixture.ts';
import { jvmCases } from './jvm-scripts.fixture.ts';
import { languageCases } from './other-languages.fixture.ts';

/** `SPATE_DIFFERENTIAL=object` runs only the cases with that in their name. */
const wanted = process.env.SPATE_DIFFERENTIAL ?? '';

describe('scripts in a JVM, side by side with Apache JMeter', { skip: needs('java', 'maven') }, () => {
  const oracle = new LazyOracle();
  let target: Target;
  let command: string[];
  before(async () => {
    process.env.TZ = 'UTC';
    target = await Target.start();
    command = await scriptJvmCommand();
  });
  after(async () => {
    await oracle[Symbol.asyncDispose]();
    await target[Symbol.asyncDispose]();
  });
  const cases = [...documentCases, ...jvmCases, ...languageCases, ...jsr223Cases, ...beanShellCases];
  for (const each of cases.filter(({ name }) => name.includes(wanted))) {
    it(each.name, { timeout: 240_000 }, async () => {
      const apache = await observeApache(await oracle.get(), target, each);
      assert.ok(apache.samples.length > 0, 'Apache JMeter made no samples');
      assertSame(each, await observeOurs(target, each, command), apache);
    });
  }
});
