import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseThreshold } from '../domain/threshold.ts';
import { seededRandom } from '../lib/seeded-random.ts';
import { FrameBuilder } from './frame-builder.ts';
import { judge } from './judge.ts';
import { LabelStats } from './label-stats.ts';
import { randomSamples } from './random-samples.ts';
import { buildReport } from './report.ts';
import { emptyRollup, rollUpFrames } from './rollup.ts';
import { mergeRollups } from './rollup-merger.ts';

const caps = { maxLabels: 100, maxErrorTexts: 100 };
const samples = randomSamples(4000, seededRandom(7), {
  fromS: 1000,
  spanS: 40,
  labels: ['Home', 'Checkout'],
  failing: 0.02,
});
const frames = new FrameBuilder(caps).build(samples, { firstSeq: 1, clockOffsetMs: 0, nowS: 1040, users: 5 });
const whole = mergeRollups(
  frames.map((frame) => rollUpFrames(frame.second, [{ executionId: 'a', frame }], caps)),
  { startS: 0, spanS: 0 },
  caps,
);
const report = buildReport({ whole, grids: [], apdexThresholdMs: 4000, failedWithoutSamples: false });
const one = (expression: string) => {
  const [result] = judge(whole, [parseThreshold(expression)], 4000);
  assert.ok(result);
  return result;
};

describe('judge', () => {
  it('uses the figures of the report', () => {
    const { total } = report;
    const checkout = report.labels.find(({ label }) => label === 'Checkout');
    assert.ok(checkout);
    for (const key of ['50', '75', '90', '95', '99', '99.9'])
      assert.equal(one(`p${key} > 1s`).actual, total.times.passed?.percentilesMs[key], key);
    assert.equal(one('mean > 1s').actual, total.times.passed?.meanMs);
    assert.equal(one('min > 1s').actual, total.times.passed?.minMs);
    assert.equal(one('max > 1s').actual, total.times.passed?.maxMs);
    for (const kind of ['failed', 'all'] as const) {
      assert.equal(one(`p95(${kind}) > 1s`).actual, total.times[kind]?.percentilesMs['95']);
      assert.equal(one(`max(${kind}) > 1s`).actual, total.times[kind]?.maxMs);
    }
    assert.equal(one('errors > 1').actual, total.failed);
    assert.equal(one('errors > 1%').actual, report.meanErrorRatePercent);
    assert.equal(one('count > 1').actual, 4000);
    assert.equal(one('bytes > 1').actual, total.bytesIn);
    assert.equal(one('apdex < 0.5').actual, report.meanApdex);
    assert.equal(one('throughput > 1').actual, 4000 / report.durationS);
    assert.equal(one('label("Checkout").p99 > 1s').actual, checkout.times.passed?.percentilesMs['99']);
    assert.equal(one('label("Checkout").errors > 1').actual, checkout.failed);
  });

  it('fails when the condition holds, also exactly at the limit', () => {
    const p95 = report.total.times.passed?.percentilesMs['95'];
    assert.equal(one(`p95 > ${p95}ms`).passed, true);
    assert.equal(one(`p95 >= ${p95}ms`).passed, false);
    assert.equal(one(`p95 < ${p95}ms`).passed, true);
    assert.equal(one(`p95 <= ${p95}ms`).passed, false);
    assert.equal(one('errors > 0').passed, false);
  });

  it('reports the limit and the measured value', () => {
    assert.match(one('p95 > 1ms').text, /^p95 ≤ 1 ms \([\d,.]+ ms\)$/);
    assert.match(one('label("Checkout").errors > 90%').text, /^errors of "Checkout" ≤ 90 % \([\d.]+ %\)$/);
  });

  it('without passed samples fails limits on them, and without failed samples meets limits on failures', () => {
    const of = (isPassed: boolean, expression: string) => {
      const stats = new LabelStats();
      stats.add(isPassed, 4000, 0, 0, 0, 0);
      if (!isPassed) stats.addFailure('500', '', 'a', 0);
      const rollup = { ...emptyRollup(0, 0), labels: new Map([['a', stats]]) };
      return judge(rollup, [parseThreshold(expression)], 4000)[0];
    };
    const broken = of(false, 'p95 > 2s');
    assert.deepEqual([broken?.passed, broken?.text], [false, 'p95 ≤ 2 s (no passed samples)']);
    const clean = of(true, 'p95(failed) > 2s');
    assert.deepEqual([clean?.passed, clean?.text], [true, 'p95(failed) ≤ 2 s (no failed samples)']);
    assert.equal(of(false, 'p95(all) > 2s')?.text, 'p95(all) ≤ 2 s (4 ms)');
  });

  it('does not judge labels that may still appear during the run', () => {
    const soFar = (expression: string) => {
      const [result] = judge(whole, [parseThreshold(expression)], 4000, { isOver: false });
      return result;
    };
    const late = soFar('label("Late").p95 > 1s');
    assert.equal(late?.passed, null);
    assert.equal(late?.text, 'p95 of "Late" ≤ 1 s (no samples yet)');
    assert.equal(soFar('p95 > 1ms')?.passed, false);
  });

  it('fails without samples, for any condition', () => {
    const nothing = emptyRollup(0, 0);
    for (const expression of [
      'p95 > 1s',
      'p95 < 1s',
      'errors > 1%',
      'count < 1',
      'label("Nope").errors > 3',
    ]) {
      const [result] = judge(nothing, [parseThreshold(expression)], 4000);
      assert.equal(result?.passed, false, expression);
      assert.equal(result?.actual, null);
    }
    assert.equal(one('label("Nope").p95 > 1s').text, 'p95 of "Nope" ≤ 1 s (no samples)');
  });
});
