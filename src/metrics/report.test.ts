import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { seededRandom } from '../lib/seeded-random.ts';
import { overflowLabel } from './caps.ts';
import { FrameBuilder } from './frame-builder.ts';
import { Histogram } from './histogram.ts';
import { randomSamples } from './random-samples.ts';
import { buildReport, formatApdex } from './report.ts';
import { emptyRollup, type Rollup, rollUpFrames } from './rollup.ts';
import { mergeRollups } from './rollup-merger.ts';
import type { Sample } from './sample.ts';

const caps = { maxLabels: 100, maxErrorTexts: 100 };
const startS = 1_700_000_010;

function wholeOf(samples: Sample[]): Rollup {
  const frames = new FrameBuilder(caps).build(samples, { firstSeq: 1, clockOffsetMs: 0, nowS: 0, users: 0 });
  const seconds = frames.map((frame) => rollUpFrames(frame.second, [{ executionId: 'one', frame }], caps));
  return mergeRollups(seconds, { startS: 0, spanS: 0 }, caps);
}

function reportOf(
  samples: Sample[],
  changes: { failedWithoutSamples?: boolean; apdexThresholdMs?: number } = {},
) {
  const whole = wholeOf(samples);
  const grids = [{ gridId: 'grid', provider: 'local', target: null, region: 'x', whole }];
  return buildReport({ whole, grids, apdexThresholdMs: 4000, failedWithoutSamples: false, ...changes });
}

function sample(atS: number, elapsedMs: number, changes: Partial<Sample> = {}): Sample {
  return {
    label: 'home',
    startedAtMs: (startS + atS) * 1000,
    elapsedUs: elapsedMs * 1000,
    latencyUs: elapsedMs * 500,
    connectUs: elapsedMs * 100,
    isPassed: true,
    code: '200',
    message: '',
    bytesIn: 600,
    bytesOut: 60,
    users: 4,
    ...changes,
  };
}

describe('buildReport', () => {
  it('has the figures of its samples', () => {
    const failed = { isPassed: false, code: '500', message: 'broken', label: 'pay' };
    const report = reportOf([
      sample(0, 100, { users: 1 }),
      sample(0, 200, { users: 2 }),
      sample(1, 300),
      sample(9, 400, failed),
    ]);
    assert.equal(report.durationS, 10);
    assert.equal(report.meanResponseTimeMs, 250);
    assert.equal(report.meanConcurrency, 3.333);
    assert.equal(report.maxConcurrency, 4);
    assert.equal(report.meanThroughput, 4 * 600 * 6);
    assert.equal(report.meanErrorRatePercent, 25);
    assert.equal(report.meanApdex, 0.75);
    const { times, ...counts } = report.total;
    assert.deepEqual(times.all, {
      meanMs: 250,
      standardDeviationMs: 111.803,
      minMs: 100,
      maxMs: 400,
      percentilesMs: { 50: 200.063, 75: 300.031, 90: 400, 95: 400, 99: 400, 99.9: 400 },
    });
    assert.ok(Math.abs((times.passed?.meanMs ?? 0) - 200) < 0.1, 'of passed samples');
    assert.equal(times.passed?.percentilesMs['99'], 300.031);
    assert.ok(Math.abs((times.failed?.meanMs ?? 0) - 400) < 0.2, 'of failed samples');
    assert.deepEqual(counts, {
      label: '',
      passed: 3,
      failed: 1,
      meanLatencyMs: 125,
      meanConnectMs: 25,
      requestsPerMinute: 24,
      maxRequestsPerMinute: 24,
      bytesIn: 2400,
      bytesOut: 240,
      codes: [
        { code: '200', passed: 3, failed: 0 },
        { code: '500', passed: 0, failed: 1 },
      ],
    });
    assert.deepEqual(
      report.labels.map(({ label, passed, failed }) => [label, passed, failed]),
      [
        ['home', 3, 0],
        ['pay', 0, 1],
      ],
    );
    assert.deepEqual(report.grids, [{ gridId: 'grid', total: report.total, labels: report.labels }]);
    assert.deepEqual(report.errors, [
      {
        code: '500',
        message: 'broken',
        count: 1,
        example: { label: 'pay', atMs: (startS + 9) * 1000 + 400 },
      },
    ]);
  });

  it('computes percentiles from all samples, never from percentiles', () => {
    const labels = ['quick', 'slow'];
    const random = seededRandom(11);
    const samples = randomSamples(5000, random, { fromS: startS, spanS: 30, labels, failing: 0.2 });
    for (const each of samples) if (each.label === 'slow') each.elapsedUs *= 10;
    const all = new Histogram();
    for (const each of samples) all.record(each.elapsedUs);
    const percentilesMs = reportOf(samples).total.times.all?.percentilesMs ?? {};
    for (const [p, value] of Object.entries(percentilesMs)) {
      assert.equal(value, all.valueAtPercentile(Number(p)) / 1000);
    }
    assert.deepEqual(
      Object.keys(percentilesMs)
        .map(Number)
        .sort((a, b) => a - b),
      [50, 75, 90, 95, 99, 99.9],
    );
  });

  it('computes the highest rate from the busiest 15 seconds', () => {
    const samples = Array.from({ length: 20 }, (_, at) => sample(at, 1));
    samples.push(...Array.from({ length: 40 }, () => sample(30, 1)));
    const { total } = reportOf(samples);
    assert.equal(total.requestsPerMinute, Math.round((60 * 60 * 1000) / 31) / 1000);
    assert.equal(total.maxRequestsPerMinute, 160);
  });

  it('has an error rate of exactly 0 only without failures', () => {
    assert.equal(reportOf([sample(0, 1)]).meanErrorRatePercent, 0);
    const whole = wholeOf([sample(0, 1), sample(0, 1, { isPassed: false })]);
    whole.labels.get('home')?.passedHistogram.record(1000, 10_000_000_000);
    const report = buildReport({ whole, grids: [], apdexThresholdMs: 4000, failedWithoutSamples: false });
    assert.ok(report.meanErrorRatePercent > 0 && report.meanErrorRatePercent < 1e-7);
  });

  it('is all zeros without samples, except for an error rate of 100 after a failure', () => {
    const report = reportOf([]);
    assert.equal(report.meanErrorRatePercent, 0);
    assert.equal(report.meanResponseTimeMs, 0);
    assert.equal(report.meanConcurrency, 0);
    assert.equal(report.meanThroughput, 0);
    assert.equal(report.durationS, 0);
    assert.equal(report.meanApdex, null);
    assert.deepEqual(report.total.times, { passed: null, failed: null, all: null });
    assert.equal(reportOf([], { failedWithoutSamples: true }).meanErrorRatePercent, 100);
    assert.equal(reportOf([sample(0, 1)], { failedWithoutSamples: true }).meanErrorRatePercent, 0);
    const users = rollUpFrames(
      1,
      [{ executionId: 'one', frame: { seq: 1, second: 1, users: 8, labels: new Map() } }],
      caps,
    );
    const idle = buildReport({ whole: users, grids: [], apdexThresholdMs: 1, failedWithoutSamples: false });
    assert.equal(idle.meanConcurrency, 8);
    assert.equal(emptyRollup(0, 0).users.max, 0);
  });

  it('lists labels by name, the other labels last', () => {
    const report = reportOf([overflowLabel, 'b', 'a', '#'].map((label) => sample(0, 1, { label })));
    assert.deepEqual(
      report.labels.map(({ label }) => label),
      ['#', 'a', 'b', overflowLabel],
    );
  });

  it('computes rates of every grid over the time of the run, so that grids add up', () => {
    const [early, late] = [wholeOf([sample(0, 1), sample(1, 1)]), wholeOf([sample(59, 1)])];
    const report = buildReport({
      whole: mergeRollups([early, late], { startS: 0, spanS: 0 }, caps),
      grids: [
        { gridId: 'one', provider: 'local', target: null, region: 'x', whole: early },
        { gridId: 'two', provider: 'joined', target: null, region: 'x', whole: late },
      ],
      apdexThresholdMs: 4000,
      failedWithoutSamples: false,
    });
    assert.deepEqual(
      report.grids.map((grid) => [grid.gridId, grid.total.requestsPerMinute]),
      [
        ['one', 2],
        ['two', 1],
      ],
    );
    assert.equal(report.total.requestsPerMinute, 3);
    assert.match(report.summary, /across 2 grids on this machine and your own machines for 1 minute\./);
  });

  it('survives being stored as JSON', () => {
    const report = reportOf(
      randomSamples(100, seededRandom(2), { fromS: startS, spanS: 3, labels: ['a'], failing: 0.5 }),
    );
    assert.deepEqual(JSON.parse(JSON.stringify(report)), report);
  });
});

describe('Apdex', () => {
  it('counts satisfied samples fully, tolerating ones by half, and slow or failed ones not at all', () => {
    const report = reportOf(
      [sample(0, 100), sample(0, 101), sample(0, 400), sample(0, 402), sample(0, 1, { isPassed: false })],
      { apdexThresholdMs: 100 },
    );
    assert.equal(report.meanApdex, (1 + 2 / 2) / 5);
  });

  it('is formatted with one or two decimals and the threshold', () => {
    assert.equal(formatApdex(0.83, 4000), '0.83 [4000]');
    assert.equal(formatApdex(1, 4000), '1.0 [4000]');
    assert.equal(formatApdex(0, 500), '0.0 [500]');
    assert.equal(formatApdex(0.5, 3000), '0.5 [3000]');
    assert.equal(formatApdex(2 / 3, 3000), '0.67 [3000]');
  });
});
