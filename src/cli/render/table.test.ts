import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fewSamplesNote, renderReportTable, worstFirst } from './report-table.ts';
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

test('shortens texts in the middle until the table fits', () => {
  const label = 'GET /shop/products/by-category/garden/tools/7';
  const rows = [[label, '1,000,000', 'x'.repeat(40)]];
  const lines = renderTable(['label', 'n', 'name'], rows, ['left', 'right'], { most: 60, shrinks: [0, 2] });
  assert.deepEqual(
    lines.split('\n').map((line) => line.length <= 60),
    [true, true, true],
  );
  assert.match(lines, /^GET \/shop\/p\S*…\S*\/tools\/7 +1,000,000 +x+…x+$/m);
  const all = renderTable(['label', 'n'], [[label, '1']], [], { most: 8, shrinks: [0] });
  assert.match(all, /^GET \/…ls\/7 {2}1$/m, 'a column keeps 10 characters');
});

test('leaves out columns if shortened texts do not fit', () => {
  const headings = ['id', 'tool', 'project', 'name'];
  const rows = [['12345678', 'java-selenium-chrome', 'Shop', 'Checkout with three products']];
  const render = (most: number) =>
    renderTable(headings, rows, [], { most, shrinks: [1, 3], drops: [1, 2] })
      .split('\n')
      .map((line) => line.trim());
  assert.match(render(60).join('\n'), /^12345678 +java-sel\S*…\S* +Shop +Checkout/m, 'all of them');
  assert.match(render(32)[0] ?? '', /^id +project +name$/);
  assert.match(render(24)[0] ?? '', /^id +name$/);
  for (const most of [60, 32, 24]) assert.ok(render(most).every((line) => line.length <= most));
});

test('puts the label with most failures first, then the slowest', () => {
  const row = (label: string, failed: number, p95: number | undefined) => ({
    ...{ label, passed: 100, failed, mean: 1, max: 1 },
    percentiles: (p95 === undefined ? {} : { '95': p95 }) as Record<string, number>,
  });
  const labels = [row('fast', 0, 1), row('failing', 5, 2), row('slow', 0, 900), row('worst', 6, undefined)];
  assert.deepEqual(
    worstFirst(labels).map(({ label }) => label),
    ['worst', 'failing', 'slow', 'fast'],
  );
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
