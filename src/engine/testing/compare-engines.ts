import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { needsOfOracle } from '../../../test/support/needs.ts';
import { notTested } from '../../../test/support/not-tested.ts';
import { isFullSuite } from '../../../test/support/suite.ts';
import { jvmCaseFiles } from '../script-jvm/jvm-case-files.fixture.ts';
import { findCaseFiles, readCases } from './case-files.ts';
import { type ComparisonMode, compareCase } from './compare-case.ts';
import type { DifferentialCase } from './differential-case.ts';
import { LazyOracle } from './lazy-oracle.ts';
import { compareSeed } from './random/compare-plan.ts';
import { apacheKey } from './recording/case-key.ts';
import { RecordingFile, recordedFiles } from './recording/recording-file.ts';
import { Target } from './target.ts';

/** `SPATE_DIFFERENTIAL='loop|timers/'` runs only the files whose names match it. */
const wanted = new RegExp(process.env.SPATE_DIFFERENTIAL ?? '');
/** Whether all files of cases run. */
export const areAllChosen = process.env.SPATE_DIFFERENTIAL === undefined;
/**
 * `SPATE_RANDOM_SEED=7` runs random plans from that seed on, `SPATE_RANDOM_PLANS` sets how many; a difference is
 * shrunk.
 */
const givenSeed = process.env.SPATE_RANDOM_SEED;
const randomPlans = Number(process.env.SPATE_RANDOM_PLANS ?? 60);
/** Limits a case that hangs in our engine. */
const caseLimitMs = 240_000;

export const comparisonMode: ComparisonMode =
  process.env.SPATE_RECORD === '1' ? 'record' : isFullSuite() ? 'full' : 'recorded';

interface Options {
  /** Whether to run the cases of a file. */
  isMeant(file: string): boolean;
  /** Files of cases that run concurrently against recordings; Apache JMeter runs one case at a time. */
  lanes: number;
  /** Whether random plans run too, in the full suite. */
  hasRandomPlans: boolean;
}

/** Makes a test of each case in the selected files. */
export async function compareEngines(
  title: string,
  { isMeant, lanes, hasRandomPlans }: Options,
): Promise<void> {
  // As in the JVM of the recordings.
  process.env.TZ = 'UTC';
  const mode = comparisonMode;
  const files = await findCaseFiles();
  const chosen = files.filter((file) => isMeant(file) && wanted.test(file));
  const apache = await apacheKey();
  const nothing = chosen.length === 0 ? 'no file of cases is chosen' : false;
  const laneCount = mode === 'recorded' ? lanes : 1;
  const lack = needsOfOracle();
  if (mode === 'recorded')
    notTested(`Apache JMeter itself, instead of its recordings${hasRandomPlans ? '; random plans' : ''}`);

  describe(title, { skip: nothing || lack, concurrency: laneCount }, () => {
    const oracle = new LazyOracle();
    const free: Target[] = [];
    before(async () => {
      free.push(...(await Promise.all(Array.from({ length: laneCount }, () => Target.start()))));
    });
    after(async () => {
      await oracle[Symbol.asyncDispose]();
      await Promise.all(free.map((target) => target[Symbol.asyncDispose]()));
    });
    for (const file of chosen) {
      describe(file, { concurrency: 1 }, async () =>
        compareFile({ file, cases: await readCases(file), mode, apache, oracle, free }),
      );
    }
    if (mode === 'full') {
      it('has no recordings of files that are gone', async () => {
        const known = new Set([...files, ...Object.keys(jvmCaseFiles)]);
        assert.deepEqual(
          (await recordedFiles()).filter((name) => !known.has(name)),
          [],
        );
      });
    }
    if (hasRandomPlans && (mode === 'full' || givenSeed !== undefined)) {
      const seed = Number(givenSeed ?? randomInt(1_000_000));
      describe(`random plans from SPATE_RANDOM_SEED=${seed} on`, { concurrency: 1 }, () =>
        compareSeeds(seed, oracle, free),
      );
    }
  });
}

interface Lane {
  file: string;
  cases: readonly DifferentialCase[];
  mode: ComparisonMode;
  apache: string;
  oracle: Pick<LazyOracle, 'get'>;
  /** Targets that no file of cases uses at the moment. There is one per lane. */
  free: Target[];
  /** Starts the JVM for scripts of our engine; without it the engine runs them itself. */
  jvmCommand?(): readonly string[];
}

/** Makes a test of each case in a file. */
export async function compareFile(lane: Lane): Promise<void> {
  const { file, cases, mode, apache, oracle, free, jvmCommand } = lane;
  const names = cases.map(({ name }) => name);
  const recordings = await RecordingFile.open(file, apache);
  let target: Target;
  let isChanged = false;
  before(() => {
    target = free.pop() as Target;
  });
  after(async () => {
    free.push(target);
    if (isChanged) {
      await recordings.save(names);
    }
  });
  for (const each of cases) {
    it(each.name, { timeout: caseLimitMs }, async (t) => {
      if (await compareCase({ mode, oracle, target, recordings, jvmCommand: jvmCommand?.() }, each)) {
        isChanged = true;
        t.diagnostic('RECORDED: Apache JMeter ran this case. Commit the changes in src/engine/recordings.');
      }
    });
  }
  it('has a name and at most one recording for each case', () => {
    assert.equal(new Set(names).size, names.length);
    // Saving the new recordings drops stale ones.
    assert.deepEqual(isChanged ? [] : recordings.stale(names), []);
  });
}

function compareSeeds(first: number, oracle: LazyOracle, free: Target[]): void {
  let refused = 0;
  for (let seed = first; seed < first + randomPlans; seed++) {
    // A difference takes hundreds of runs to shrink.
    it(`the random plan of seed ${seed}`, { timeout: 2 * caseLimitMs }, async (t) => {
      const target = free.pop() as Target;
      try {
        const outcome = await compareSeed(await oracle.get(), target, seed);
        if (outcome === 'refused') {
          refused += 1;
          t.diagnostic('Our engine refuses this plan.');
        } else if (outcome === 'stack') {
          t.diagnostic('Not compared: the plan reads the stack trace of a Java exception.');
        } else if (outcome !== 'same') {
          const { difference, found } = outcome;
          assert.fail(`${difference}\nFor found.differential.ts, once it is right:\n${found}`);
        }
      } finally {
        free.push(target);
      }
    });
  }
  it('are mostly plans that our engine runs', (t) => {
    t.diagnostic(`Our engine refuses ${refused} of ${randomPlans} random plans.`);
    assert.ok(refused <= randomPlans / 2, `Our engine refuses ${refused} of ${randomPlans} random plans.`);
  });
}
