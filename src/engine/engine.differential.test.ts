import assert from 'node:assert/strict';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { needs } from '../../test/support/needs.ts';
import { runBoth } from './testing/differential.ts';
import type { DifferentialCase } from './testing/differential-case.ts';
import { openOracle } from './testing/open-oracle.ts';
import type { Oracle } from './testing/oracle.ts';
import { compareSeed } from './testing/random/compare-plan.ts';
import { Target } from './testing/target.ts';

/** All of them in one JVM. `SPATE_DIFFERENTIAL=loop` runs only the files with that in their name. */
const wanted = process.env.SPATE_DIFFERENTIAL ?? '';
const here = import.meta.dirname;
/** Random plans, each known by its seed: so many, from this one on. */
const randomPlans = Number(process.env.SPATE_RANDOM_PLANS ?? 60);
const firstSeed = Number(process.env.SPATE_RANDOM_SEED ?? 1);
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

  describe('testing/random', { skip: !'testing/random'.includes(wanted) }, () => {
    for (const seed of Array.from({ length: randomPlans }, (_, index) => firstSeed + index)) {
      // A difference takes hundreds of runs to shrink.
      it(`the random plan of seed ${seed}`, { timeout: 2 * caseLimitMs }, async () => {
        const found = await compareSeed(oracle, target, seed);
        assert.ok(
          found === undefined,
          `${found?.difference}\nFor found.differential.ts, once it is right:\n${found?.found}`,
        );
      });
    }
  });
});
