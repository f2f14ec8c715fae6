import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SeriesInput } from '../../contract/inputs.ts';
import { createHistory, type Point } from './history.ts';
import { loadPast } from './load-past.ts';

/** Responses for a run with two passed and one failed sample per second. */
function runOf(fromS: number, toS: number) {
  const asked: SeriesInput[] = [];
  const read = async (input: SeriesInput): Promise<Point[]> => {
    asked.push(input);
    const { resolution = 15, from = 0, to = Number.POSITIVE_INFINITY } = input;
    const points = new Map<number, Point>();
    for (let second = fromS; second < toS; second += 1) {
      const time = Math.floor(second / resolution) * resolution;
      if (time < from || time >= to) continue;
      const { passed, failed } = points.get(time) ?? { passed: 0, failed: 0 };
      points.set(time, {
        time,
        span: resolution,
        passed: passed + 2,
        failed: failed + 1,
        users: 5,
        mean: 50,
        percentiles: null,
        bytes_in: 0,
        bytes_out: 0,
        codes: [],
      });
    }
    return [...points.values()];
  };
  return { asked, read };
}

test('a long run has complete totals, and only the last minutes are loaded by the second', async () => {
  const { asked, read } = runOf(1_000_007, 1_020_011);
  const history = createHistory();
  const past = await loadPast(read);
  assert.ok(past);
  history.begin(past);
  const from = history.from();
  assert.ok(from !== undefined && from > 1_020_011 - 600 && from <= 1_020_011 - 300, String(from));
  history.take(await read({ resolution: 1, from }));
  assert.deepEqual([history.passed(), history.failed(), history.elapsedS()], [40_008, 20_004, 20_004]);
  assert.ok(history.recent().length >= 300, 'enough of the last minutes to show');
  assert.equal(history.from(), 1_020_011 - 30);
  for (const { resolution, from: start, to = 1_020_011 } of asked)
    assert.ok(resolution === 300 || (start !== undefined && to - start <= 600));
});

test('a young run is loaded from its first second', async () => {
  assert.equal(await loadPast(runOf(1_000_007, 1_000_007).read), undefined);
  assert.equal(await loadPast(runOf(1_000_007, 1_000_407).read), undefined);
});
