import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainPaint } from '../render/paint.ts';
import type { Terminal } from '../terminal.ts';
import { createProgress, type Point, type RunState, renderProgress } from './progress.ts';

const run: RunState = { phase: 'running', progress: null };
const points: Point[] = [
  { time: 100, span: 1, passed: 40, failed: 0, users: 5, mean: 30 },
  { time: 101, span: 1, passed: 50, failed: 2, users: 10, mean: 61.4 },
];

function recordingTerminal(isInteractive: boolean): Terminal & { text(): string } {
  let text = '';
  return {
    say: (line) => {
      text += `${line}\n`;
    },
    note: () => {},
    write: (piece) => {
      text += piece;
    },
    isInteractive,
    columns: 200,
    paint: plainPaint,
    progress: { write: () => {}, isInteractive, columns: () => 200, paint: plainPaint },
    canAsk: false,
    isAttended: false,
    text: () => text,
  };
}

test('shows the last second and the totals so far', () => {
  assert.equal(
    renderProgress(run, points).replaceAll(/ {2,}/g, ' | '),
    'running | 2 s | 10 VUs | 52 samples/s | mean 61 ms | 90 passed | 2 failed',
  );
});

test('shows the preparation step before the first sample', () => {
  const preparing: RunState = { phase: 'waiting_for_nodes', progress: 'Downloading JMeter' };
  assert.equal(renderProgress(preparing, []), 'waiting for nodes  Downloading JMeter');
  assert.equal(renderProgress({ ...preparing, progress: 'waiting for nodes' }, []), 'waiting for nodes');
});

test('updates one line in a terminal', () => {
  const terminal = recordingTerminal(true);
  const progress = createProgress(terminal);
  progress.show(run, points, 0);
  progress.show(run, points, 1000);
  progress.end();
  assert.equal(terminal.text().split('\n').length, 2);
  assert.equal(terminal.text().split('\r\u001b[2K').length, 3);
});

test('without a terminal, prints a line on changes and every five seconds', () => {
  const terminal = recordingTerminal(false);
  const progress = createProgress(terminal);
  progress.show({ phase: 'preparing', progress: 'a' }, [], 0);
  progress.show({ phase: 'preparing', progress: 'a' }, [], 1000);
  progress.show({ phase: 'preparing', progress: 'b' }, [], 2000);
  for (let second = 3; second <= 13; second++) {
    const more = points.map((point) => ({ ...point, time: point.time + second, passed: second }));
    progress.show(run, more, second * 1000);
  }
  progress.end();
  const phases = terminal
    .text()
    .trim()
    .split('\n')
    .map((line) => line.split(' ')[0]);
  assert.deepEqual(phases, ['preparing', 'preparing', 'running', 'running', 'running']);
});

test('without a terminal, never repeats a line', () => {
  const terminal = recordingTerminal(false);
  const progress = createProgress(terminal);
  const preparing: RunState = { phase: 'preparing', progress: 'Downloading JMeter' };
  for (let second = 0; second < 60; second++) progress.show(preparing, [], second * 1000);
  for (let second = 60; second < 90; second++) progress.show(run, points, second * 1000);
  // A progress text that is hidden once samples exist.
  progress.show({ ...run, progress: 'running' }, points, 90_000);
  progress.show(preparing, [], 91_000);
  progress.end();
  const phases = terminal
    .text()
    .trim()
    .split('\n')
    .map((line) => line.split(' ')[0]);
  assert.deepEqual(phases, ['preparing', 'running', 'preparing']);
});
