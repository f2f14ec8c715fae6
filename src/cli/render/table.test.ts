import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fewSamplesNote, renderReportTable } from './report-table.ts';
import { renderTable } from './table.ts';

test('aligns columns', () => {
  const text = renderTable(
    ['name', 'count'],
    [
      ['a', '1'],
      ['longer', '1000'],
    ],
    ['left', 'right'],
  );
  assert.equal(text, 'name    count\n──────  ─────\na           1\nlonger   1000');
});

test('aligns columns with coloured cells', () => {
  const red = '\u001b[31mbad\u001b[39m';
  const lines = renderTable(
    ['state', 'n'],
    [
      [red, '1'],
      ['fine', '2'],
    ],
  ).split('\n');
  assert.deepEqual(lines.slice(2), [`${red}    1`, 'fine   2']);
});

test('formats report times with three digits, and marks percentiles of few samples', () => {
  const percentiles = { '50': 12.34, '95': 99.96, '99': 1234.5 };
  const rows = [
    { label: 'Home', passed: 10, failed: 1, mean: 20.06, max: 2000, percentiles },
    { label: 'Cart', passed: 100, failed: 1, mean: 20.06, max: 2000, percentiles },
  ];
  const text = renderReportTable(rows);
  assert.match(text, /^label +passed +failed +mean +p50 +p95 +p99 +max$/m);
  assert.match(text, /^Home +10 +1 +20\.1 ms +~12\.3 ms +~100 ms +~1,230 ms +2,000 ms$/m);
  assert.match(text, /^Cart +100 +1 +20\.1 ms +12\.3 ms +100 ms +1,230 ms +2,000 ms$/m);
  assert.match(fewSamplesNote(rows), /fewer than 100 samples/);
  assert.equal(fewSamplesNote(rows.slice(1)), '');
  const ofFailed = renderReportTable(rows, 'failed');
  assert.match(ofFailed, /^Cart +100 +1 +20\.1 ms +~12\.3 ms/m);
  const none = { label: 'Down', passed: 0, failed: 500, mean: null, max: null, percentiles: {} };
  assert.match(renderReportTable([none]), /^Down +0 +500 +– +– +– +– +–$/m);
});
