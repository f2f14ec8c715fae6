import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { seededRandom } from '../lib/seeded-random.ts';
import { overflowLabel } from './caps.ts';
import { FrameBuilder } from './frame-builder.ts';
import { randomSamples } from './random-samples.ts';
import { buildReport } from './report.ts';
import { measurements, type ResultRow, type ResultsGrid, resultRows } from './results.ts';
import { type Rollup, rollUpFrames } from './rollup.ts';
import { mergeRollups } from './rollup-merger.ts';
import type { Sample } from './sample.ts';

const caps = { maxLabels: 100, maxErrorTexts: 100 };
const startS = 1_700_000_010;

function fifteens(samples: Sample[]): Rollup[] {
  const frames = new FrameBuilder(caps).build(samples, { firstSeq: 1, clockOffsetMs: 0, nowS: 0, users: 0 });
  const seconds = frames.map((frame) => rollUpFrames(frame.second, [{ executionId: 'one', frame }], caps));
  const buckets = Map.groupBy(seconds, (rollup) => Math.floor(rollup.startS / 15) * 15);
  return [...buckets].map(([start, group]) => mergeRollups(group, { startS: start, spanS: 15 }, caps));
}

function sample(atS: number, label: string, changes: Partial<Sample> = {}): Sample {
  return {
    label,
    startedAtMs: (startS + atS) * 1000,
    elapsedUs: 200_000,
    latencyUs: 100_000,
    connectUs: 0,
    isPassed: true,
    code: '200',
    message: '',
    bytesIn: 1000,
    bytesOut: 10,
    users: 3,
    ...changes,
  };
}

async function rowsOf(grids: ResultsGrid[], shape?: 'documented' | 'later'): Promise<ResultRow[]> {
  return Array.fromAsync(resultRows({ grids, ...(shape && { shape }) }));
}

describe('resultRows', () => {
  it('returns every bucket, grid and label of every measurement in order, with zeros', async () => {
    const one = fifteens([
      sample(1, 'a'),
      sample(2, 'a', { elapsedUs: 300_400, isPassed: false }),
      sample(50, 'b'),
    ]);
    const two = fifteens([sample(31, 'c', { users: 9 })]);
    const rows = await rowsOf([
      { gridId: 'one', labels: ['b', 'a'], readRollups15: () => one },
      { gridId: 'two', labels: ['c'], readRollups15: () => two },
    ]);
    const keys = rows.map((row) => [row.measurement, row.timeMs / 1000 - startS, row.gridId, row.label]);
    const expected = measurements.flatMap((measurement) =>
      [0, 15, 30, 45].flatMap((time) => [
        [measurement, time, 'one', 'b'],
        [measurement, time, 'one', 'a'],
        [measurement, time, 'two', 'c'],
      ]),
    );
    assert.deepEqual(keys, expected);
    const values = Object.groupBy(rows, (row) => row.measurement);
    const of = (measurement: keyof typeof values) => values[measurement]?.map((row) => row.value);
    assert.deepEqual(of('response_time'), [0, 250, 0, 0, 0, 0, 0, 0, 200, 200, 0, 0]);
    assert.deepEqual(of('latency'), [0, 100, 0, 0, 0, 0, 0, 0, 100, 100, 0, 0]);
    assert.deepEqual(of('throughput'), [0, 2000, 0, 0, 0, 0, 0, 0, 1000, 1000, 0, 0]);
    assert.deepEqual(of('passed'), [0, 1, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0]);
    assert.deepEqual(of('failed'), [0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    assert.deepEqual(of('transaction_rate'), [0, 8, 0, 0, 0, 0, 0, 0, 4, 4, 0, 0]);
    assert.deepEqual(of('concurrency'), [3, 3, 0, 0, 0, 0, 0, 0, 9, 3, 3, 0]);
  });

  it('adds up to the report', async () => {
    const labels = ['a', 'b', 'c'];
    const rollups = fifteens(
      randomSamples(5000, seededRandom(6), { fromS: startS, spanS: 200, labels, failing: 0.1 }),
    );
    const rows = await rowsOf([{ gridId: 'one', labels, readRollups15: () => rollups }]);
    const sum = (measurement: string) =>
      rows.filter((row) => row.measurement === measurement).reduce((total, row) => total + row.value, 0);
    const whole = mergeRollups(rollups, { startS, spanS: 0 }, caps);
    const { total } = buildReport({ whole, grids: [], apdexThresholdMs: 1, failedWithoutSamples: false });
    assert.equal(sum('passed'), total.passed);
    assert.equal(sum('failed'), total.failed);
    assert.equal(sum('throughput'), total.bytesIn);
    assert.equal(sum('transaction_rate'), 4 * 5000);
    assert.ok(rows.every((row) => row.timeMs % 15_000 === 0));
  });

  it('counts labels dropped by the run as other labels', async () => {
    const rollups = fifteens([sample(1, 'a'), sample(1, 'x'), sample(1, 'y'), sample(1, overflowLabel)]);
    for (const labels of [['a'], ['a', overflowLabel]]) {
      const rows = await rowsOf([{ gridId: 'one', labels, readRollups15: () => rollups }]);
      assert.deepEqual(
        rows.filter((row) => row.measurement === 'passed').map((row) => [row.label, row.value]),
        [
          ['a', 1],
          [overflowLabel, 3],
        ],
      );
    }
  });

  it('has a row for all labels in the later shape, and concurrency once', async () => {
    const rollups = fifteens([sample(1, 'a'), sample(1, 'b', { elapsedUs: 400_000 })]);
    const rows = await rowsOf([{ gridId: 'one', labels: ['a', 'b'], readRollups15: () => rollups }], 'later');
    const of = (measurement: string) =>
      rows.filter((row) => row.measurement === measurement).map((row) => [row.label, row.value]);
    assert.deepEqual(of('response_time'), [
      ['__all', 300],
      ['a', 200],
      ['b', 400],
    ]);
    assert.deepEqual(of('concurrency'), [['', 3]]);
  });

  it('returns no rows for a run without roll-ups', async () => {
    assert.deepEqual(await rowsOf([]), []);
    assert.deepEqual(await rowsOf([{ gridId: 'one', labels: ['a'], readRollups15: () => [] }]), []);
  });

  it('does not fill days between a wrong clock and the right one with zeros', async () => {
    const rollups = fifteens([sample(1, 'a', { startedAtMs: 1000 }), sample(1, 'a')]);
    const times: number[] = [];
    for await (const row of resultRows({
      grids: [{ gridId: 'one', labels: ['a'], readRollups15: () => rollups }],
    })) {
      if (times.push(row.timeMs) === 100) break;
    }
    assert.deepEqual(
      times,
      measurements.flatMap(() => [0, startS * 1000]),
    );
  });

  it('reads one roll-up of a grid at a time and closes the stream when the reader stops', async () => {
    let open = 0;
    let ahead = 0;
    const rollups = fifteens(Array.from({ length: 40 }, (_, at) => sample(at * 15, 'a')));
    async function* read(): AsyncGenerator<Rollup> {
      open++;
      try {
        for (const rollup of rollups) {
          ahead = Math.max(ahead, rollup.startS);
          yield rollup;
        }
      } finally {
        open--;
        ahead = 0;
      }
    }
    let rows = 0;
    for await (const row of resultRows({ grids: [{ gridId: 'one', labels: ['a'], readRollups15: read }] })) {
      assert.ok(ahead <= row.timeMs / 1000 + 15);
      if (++rows === 60) break;
    }
    assert.equal(rows, 60);
    assert.equal(open, 0);
  });
});
