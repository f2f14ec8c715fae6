import assert from 'node:assert/strict';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { needs } from '../../test/support/needs.ts';
import { runBoth } from './testing/differential.ts';
import type { DifferentialCase } from './testing/differential-case.ts';
import { openOracle } from './testing/open-oracle.ts';
import type { Oracle } from './testing/oracle.ts';
import { Target } from './testing/target.ts';

/** All of them in one JVM. `SPATE_DIFFERENTIAL=loop` runs only the files with that in their name. */
const wanted = process.env.SPATE_DIFFERENTIAL ?? '';
const here = import.meta.dirname;
/** A plan that hangs in one of the engines must not hold up the others for long. */
const caseLimitMs = 120_000;
const files = (await Array.fromAsync(glob('**/*.differential.ts', { cwd: here })))
  .filter((file) => file.includes(wanted))
  .toSorted();

describe('our engine, side by side with Apache JMeter', { skip: needs('java', 'maven') }, () => {
  let oracle: Oracle;
  let target: Target;
  before(async () => {
    target = await Target.start();
    oracle = await openOracle();
  });
  after(async () => {
    await oracle[Symbol.asyncDispose]();
    await target[Symbol.asyncDispose]();
  });

  for (const file of files) {
    describe(file.replace('.differential.ts', ''), async () => {
      const { cases } = (await import(join(here, file))) as { cases: DifferentialCase[] };
      for (const each of cases) {
        it(each.name, { timeout: caseLimitMs }, async () => {
          const { apache, ours } = await runBoth(oracle, target, each);
          assert.ok(apache.samples.length > 0, 'Apache JMeter made samples');
          assert.deepEqual(ours, apache);
        });
      }
    });
  }
});
