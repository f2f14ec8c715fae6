import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { seededRandom } from '../lib/seeded-random.ts';
import { FrameBuilder } from './frame-builder.ts';
import { randomSamples } from './random-samples.ts';
import { buildReport } from './report.ts';
import { emptyRollup, rollUpFrames } from './rollup.ts';
import { seriesPoint } from './series.ts';

const caps = { maxLabels: 100, maxErrorTexts: 100 };

describe('seriesPoint', () => {
  const samples = randomSamples(1000, seededRandom(3), {
    fromS: 900,
    spanS: 1,
    labels: ['a', 'b'],
    failing: 0.1,
  });
  const frames = new FrameBuilder(caps).build(samples, { firstSeq: 1, clockOffsetMs: 0, nowS: 0, users: 0 });
  const rollup = rollUpFrames(
    900,
    frames.map((frame) => ({ executionId: 'one', frame })),
    caps,
  );
  const report = buildReport({
    whole: rollup,
    grids: [],
    apdexThresholdMs: 4000,
    failedWithoutSamples: false,
  });

  it('has the figures of the report, for all labels and for one', () => {
    for (const [label, figures] of [
      [undefined, report.total],
      ['b', report.labels[1]],
    ] as const) {
      const point = seriesPoint(rollup, label);
      assert.deepEqual(point, {
        startS: 900,
        spanS: 1,
        passed: figures?.passed,
        failed: figures?.failed,
        users: report.maxConcurrency,
        meanMs: figures?.times.passed?.meanMs,
        percentilesMs: figures?.times.passed?.percentilesMs,
        bytesIn: figures?.bytesIn,
        bytesOut: figures?.bytesOut,
        codes: figures?.codes,
      });
    }
  });

  it('has no times without samples', () => {
    assert.equal(seriesPoint(rollup, 'unknown').meanMs, null);
    assert.deepEqual(seriesPoint(emptyRollup(15, 15)), {
      startS: 15,
      spanS: 15,
      passed: 0,
      failed: 0,
      users: 0,
      meanMs: null,
      percentilesMs: null,
      bytesIn: 0,
      bytesOut: 0,
      codes: [],
    });
  });
});
