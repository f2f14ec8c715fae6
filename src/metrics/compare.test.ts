import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { randomDuration, seededRandom } from '../lib/seeded-random.ts';
import type { Block } from './block-noise.ts';
import {
  assumedRunNoise,
  cautiousRunNoise,
  compareMeasured,
  type Difference,
  decisiveErrors,
  type Measured,
  runNoiseOf,
} from './compare.ts';
import { figuresOfRollup } from './figures.ts';
import { LabelStats } from './label-stats.ts';
import { emptyRollup } from './rollup.ts';

interface Simulated {
  seed: number;
  medianMs?: number;
  blocks?: number;
  perBlock?: number;
  failing?: number;
}

/** A label whose level drifts by 5 % from block to block, slowly, like that of real servers. */
function measure({ seed, medianMs = 80, blocks = 20, perBlock = 150, failing = 0 }: Simulated): Measured {
  const random = seededRandom(seed);
  const whole = new LabelStats();
  let swing = 0;
  const made = Array.from({ length: blocks }, (): Block => {
    swing = 0.5 * swing + Math.log(randomDuration(random, 1, 0.05));
    const stats = new LabelStats();
    const count = Math.round(perBlock * (0.95 + 0.1 * random()));
    for (let at = 0; at < count; at++) {
      const isPassed = random() >= failing;
      const elapsedUs = Math.round(randomDuration(random, medianMs * 1000 * Math.exp(swing), 0.5));
      const sample = {
        label: 'a',
        startedAtMs: 0,
        elapsedUs,
        latencyUs: 0,
        connectUs: 0,
        isPassed,
        code: '',
        message: '',
        bytesIn: 0,
        bytesOut: 0,
        users: 1,
      };
      stats.record(sample, 'a', 0);
    }
    whole.merge(stats);
    return { stats, seconds: 15 };
  });
  const rollup = { ...emptyRollup(0, 0), labels: new Map([['a', whole]]) };
  const figures = figuresOfRollup(rollup, 15 * blocks).labels[0];
  assert.ok(figures);
  return { figures, blocks: made };
}

const compare = (baseline: Measured, other: Measured, alpha = 0.01 / 60) =>
  compareMeasured(baseline, other, { random: seededRandom(1), alpha, runNoise: assumedRunNoise });

describe('compareMeasured', () => {
  it('reports no response times without samples of the kind, and judges the requested kind', () => {
    const [fine, down] = [measure({ seed: 1 }), measure({ seed: 2, medianMs: 1, failing: 1 })];
    const of = (differences: Difference[], metric: string) =>
      differences.find((each) => each.metric === metric);
    const passed = compare(fine, down);
    for (const metric of ['p50', 'p95', 'p99', 'mean']) {
      const { value, change, verdict } = of(passed, metric) ?? {};
      assert.deepEqual([value, change, verdict], [null, null, 'too_few_samples'], metric);
    }
    assert.equal(of(passed, 'error_rate')?.verdict, 'worse');
    const options = { random: seededRandom(1), alpha: 0.01 / 60, runNoise: assumedRunNoise };
    assert.equal(of(compareMeasured(fine, down, { ...options, kind: 'all' }), 'p95')?.verdict, 'better');
    const failing = [3, 4].map((seed) => measure({ seed, failing: 0.3, medianMs: 50 * (seed - 2) }));
    const [quick, slow] = failing;
    assert.ok(quick && slow);
    const failed = of(compareMeasured(quick, slow, { ...options, kind: 'failed' }), 'p50');
    assert.equal(failed?.verdict, 'worse');
    assert.equal(failed?.baseline, quick.figures.times.failed?.percentilesMs['50']);
  });

  it('reports no difference for runs on an unchanged target', () => {
    for (let round = 0; round < 60; round++) {
      const differences = compare(measure({ seed: 2 * round + 1 }), measure({ seed: 2 * round + 2 }));
      for (const { metric, verdict, change } of differences)
        assert.equal(verdict, 'no_clear_difference', `round ${round}: ${metric} by ${change} %`);
    }
  });

  it('detects 30 % slower every time, with its direction', () => {
    for (let round = 0; round < 20; round++) {
      const fast = measure({ seed: 2 * round + 1 });
      const slow = measure({ seed: 2 * round + 2, medianMs: 104 });
      const worse = compare(fast, slow);
      for (const metric of ['p50', 'mean']) {
        const difference = worse.find((each) => each.metric === metric);
        assert.equal(difference?.verdict, 'worse', `round ${round}: ${metric} by ${difference?.change}`);
        assert.ok((difference?.low ?? 0) > 0 && (difference?.high ?? 0) > 30);
      }
      assert.ok(compare(slow, fast).some(({ verdict }) => verdict === 'better'));
      assert.ok(compare(slow, fast).every(({ verdict }) => verdict !== 'worse'));
    }
  });

  it('detects new failures, but not a single one', () => {
    const clean = measure({ seed: 1 });
    const rate = (other: Measured) => compare(clean, other).find(({ metric }) => metric === 'error_rate');
    assert.equal(rate(measure({ seed: 2, failing: 0.02 }))?.verdict, 'worse');
    assert.equal(rate(measure({ seed: 2, failing: 0.0004 }))?.verdict, 'no_clear_difference');
  });

  it('judges 47 % to 100 % errors as worse, in short runs and with noisy failures', () => {
    const half = { failing: 0.47, perBlock: 1000 };
    const all = { failing: 1, medianMs: 4, perBlock: 1000 };
    const errors = (differences: Difference[]) => differences.find(({ metric }) => metric === 'error_rate');
    for (const blocks of [2, 20]) {
      const differences = compare(
        measure({ seed: 1, ...half, blocks }),
        measure({ seed: 2, ...all, blocks }),
      );
      assert.equal(errors(differences)?.verdict, 'worse', `${blocks} blocks`);
      assert.ok((errors(differences)?.low ?? 0) > 40);
      assert.equal(decisiveErrors(differences), 'worse');
    }
    const noisy = {
      random: seededRandom(1),
      alpha: 0.01 / 60,
      runNoise: { ...assumedRunNoise, error_rate: 40 },
    };
    const baseline = measure({ seed: 1, ...half });
    assert.equal(errors(compareMeasured(baseline, measure({ seed: 2, ...all }), noisy))?.verdict, 'worse');
    const few = measure({ seed: 2, ...all, perBlock: 4, blocks: 2 });
    assert.equal(errors(compare(baseline, few))?.verdict, 'too_few_samples');
    const slower = compare(measure({ seed: 3 }), measure({ seed: 4, medianMs: 160 }));
    assert.equal(decisiveErrors(slower), undefined);
  });

  it('does not judge few samples or few blocks', () => {
    const enough = measure({ seed: 1 });
    for (const little of [
      measure({ seed: 2, blocks: 4, medianMs: 300 }),
      measure({ seed: 2, perBlock: 4, medianMs: 300 }),
    ])
      assert.ok(compare(enough, little).every(({ verdict }) => verdict === 'too_few_samples'));
  });

  it('learns the run-to-run noise from repeats', () => {
    const random = seededRandom(5);
    const repeats = Array.from(
      { length: 8 },
      (_, at) => measure({ seed: at + 1, medianMs: randomDuration(random, 80, 0.2), perBlock: 50 }).figures,
    );
    const noise = runNoiseOf([repeats]);
    assert.ok(noise.p50 > 0.08 && noise.p50 < 0.4, String(noise.p50));
    const options = { random, alpha: 0.01 / 60, runNoise: noise };
    const differences = compareMeasured(measure({ seed: 1 }), measure({ seed: 2, medianMs: 104 }), options);
    assert.ok(differences.every(({ verdict }) => verdict === 'no_clear_difference'));
  });

  it('lets a single repeat widen the default noise, not narrow it, and not hide 30 % slower', () => {
    const baseline = measure({ seed: 1 });
    assert.deepEqual(cautiousRunNoise([[baseline.figures, baseline.figures]]), assumedRunNoise);
    const runNoise = cautiousRunNoise([[baseline.figures, measure({ seed: 2, medianMs: 160 }).figures]]);
    assert.equal(runNoise.p50, 2 * assumedRunNoise.p50);
    for (let seed = 3; seed < 13; seed++) {
      const options = { random: seededRandom(1), alpha: 0.01 / 60, runNoise };
      const slower = compareMeasured(baseline, measure({ seed, medianMs: 104 }), options);
      assert.equal(slower.find(({ metric }) => metric === 'p50')?.verdict, 'worse', `seed ${seed}`);
    }
  });
});
