import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addGap, addPoint, emptyColumns } from './chart.ts';
import { LabelStats } from './label-stats.ts';

const measured = { fromS: 0, toS: 100 };

test('failures are split by the class of their code, and add up', () => {
  const stats = new LabelStats();
  const codes = [
    '404',
    '404',
    '499',
    '500',
    '599',
    '200',
    '302',
    '',
    '0',
    '600',
    'Non HTTP response code: x',
  ];
  for (const code of codes) {
    stats.add(false, 1000, 800, 100, 0, 0);
    stats.addFailure(code, 'failed', 'Home', 0);
  }
  stats.add(true, 1000, 1000, 0, 0, 0);
  const columns = emptyColumns();
  addPoint(columns, { startS: 0, users: 1, stats }, 1, measured);
  const { failures, failures4xx, failures5xx, failuresOfChecks, failuresOther } = columns;
  assert.deepEqual(
    [failures, failures4xx, failures5xx, failuresOfChecks, failuresOther],
    [[11], [3], [2], [2], [4]],
  );
});

test('times to connect and to the first byte are means of all samples, and null without samples', () => {
  const stats = new LabelStats();
  stats.add(true, 5000, 3000, 1000, 0, 0);
  stats.add(false, 5000, 2000, 0, 0, 0);
  stats.addFailure('500', '', 'Home', 0);
  const columns = emptyColumns();
  addPoint(columns, { startS: 0, users: 1, stats }, 1, measured);
  addPoint(columns, { startS: 1, users: 1, stats: new LabelStats() }, 1, measured);
  addGap(columns, 2);
  assert.deepEqual(columns.connect, [0.5, null, null]);
  assert.deepEqual(columns.firstByte, [2.5, null, null]);
  assert.deepEqual(columns.failures5xx, [1, 0, null]);
  assert.ok(Object.values(columns).every(({ length }) => length === 3));
});
