import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainPaint } from '../render/paint.ts';
import { createHistory, type Point } from './history.ts';
import { renderLiveBlock, renderPlainLine } from './live-lines.ts';

function point(time: number, passed: number, failed = 0): Point {
  const percentiles = { '50': 40, '95': 120 };
  const rest = { bytes_in: 0, bytes_out: 0, codes: [] };
  return { time, span: 1, passed, failed, users: 5, mean: 50, percentiles, ...rest };
}

test('counts each second once, also if it is updated', () => {
  const history = createHistory();
  assert.equal(history.from(), undefined);
  history.take([point(1000, 10), point(1001, 5)]);
  history.take([point(1001, 8, 2), point(1002, 1)]);
  assert.deepEqual([history.passed(), history.failed(), history.elapsedS()], [19, 2, 3]);
  assert.equal(history.from(), 1003 - 30);
});

test('keeps the totals of a long run without its points', () => {
  const history = createHistory();
  for (let time = 0; time < 20_000; time += 1) history.take([point(time, 2, 1)]);
  assert.deepEqual([history.passed(), history.failed(), history.elapsedS()], [40_000, 20_000, 20_000]);
  assert.ok(history.recent().length <= 301);
  history.take([point(5, 100)]);
  assert.equal(history.passed(), 40_000, 'finalized seconds are not counted again');
});

test('shows the last complete second, the totals and the remaining time', () => {
  const history = createHistory();
  history.take([point(100, 40), point(101, 50, 2), point(102, 3)]);
  const run = { phase: 'running' as const, progress: null, duration: 60 };
  const [first, second, third] = renderLiveBlock({ run, history, ageMs: 0 }, plainPaint);
  assert.match(first ?? '', /^running {2}00:03 █▏?·?.* 00:57 left$/);
  assert.equal(second, '52 samples/s   p50 40 ms   p95 120 ms   5 VUs   93 passed   2 failed (2.11 %)');
  assert.match(third ?? '', /^samples\/s ▆█▁$/);
  assert.equal(
    renderPlainLine({ run, history, ageMs: 0 }),
    '00:03 running, 52 samples/s, p50 40 ms, p95 120 ms, 5 VUs, 93 passed, 2 failed',
  );
});

test('shows the age of the data, and the progress of a waiting run', () => {
  const history = createHistory();
  const waiting = { phase: 'waiting_for_nodes' as const, progress: '1 of 2 nodes', duration: null };
  assert.deepEqual(renderLiveBlock({ run: waiting, history, ageMs: 9000 }, plainPaint), [
    'waiting for nodes: 1 of 2 nodes',
  ]);
  history.take([point(1, 1)]);
  const run = { phase: 'running' as const, progress: null, duration: null };
  const [first] = renderLiveBlock({ run, history, ageMs: 8200 }, plainPaint);
  assert.equal(first, 'running  00:01  data is 8 s old');
});
