import assert from 'node:assert/strict';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { needs } from '../../../test/support/needs.ts';
import { runBoth } from './differential.ts';
import type { DifferentialCase } from './differential-case.ts';
import { isOfTimes } from './is-of-times.ts';
import { openOracle } from './open-oracle.ts';
import type { Oracle } from './oracle.ts';
import { compareSeed } from './random/compare-plan.ts';
import { Target } from './target.ts';

/** `SPATE_DIFFERENTIAL=loop` runs only the files with that in their name. */
const wanted = process.env.SPATE_DIFFERENTIAL ?? '';
const engine = join(import.meta.dirname, '..');
/** Random plans, each known by its seed: so many, from this one on. */
const randomPlans = Number(process.env.SPATE_RANDOM_PLANS ?? 60);
const firstSeed = Number(process.env.SPATE_RANDOM_SEED ?? 1);
/** A machine that is held up for a second is late in one of them, and tells users apart that come together. What is wrong is so in each. */
const tries = { ofTimes: 3, ofOthers: 2 };
/** A plan that hangs in our engine must not hold up the others for long. */
const caseLimitMs = 240_000;

/** Makes a test of each case in the files that are meant, all in one JVM. */
export async function compareEngines(
  title: string,
  isMeant: (file: string) => boolean,
  hasRandomPlans: boolean,
): Promise<void> {
  const files = (await Array.fromAsync(glob('**/*.differential.ts', { cwd: engine })))
    .filter((file) => isMeant(file) && file.includes(wanted))
    .toSorted();
  const withRandomPlans = hasRandomPlans && 'testing/random'.includes(wanted);
  const nothing = files.length === 0 && !withRandomPlans ? 'nothing of it is wanted' : false;

  describe(title, { skip: nothing || needs('java', 'maven') }, () => {
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
        const { cases } = (await import(join(engine, file))) as { cases: DifferentialCase[] };
        for (const each of cases) {
          const most = isOfTimes(file) ? tries.ofTimes : tries.ofOthers;
          it(each.name, { timeout: most * caseLimitMs }, async (t) => {
            for (let left = most; left > 0; left--) {
              const { apache, ours } = await runBoth(oracle, target, each);
              assert.ok(apache.samples.length > 0, 'Apache JMeter made samples');
              if (left === 1 || isDeepStrictEqual(ours, apache)) {
                assert.deepEqual(ours, apache);
                return;
              }
              t.diagnostic('UNSTEADY: both engines get another try');
            }
          });
        }
      });
    }

    for (let seed = firstSeed; withRandomPlans && seed < firstSeed + randomPlans; seed++) {
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
}
