import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reportedLines, reportLine } from './report-lines.ts';

test('reported lines are read by kind, with their line feeds and once each', (t) => {
  const print = t.mock.method(console, 'log', () => {});
  reportLine('problem', 'two\nlines');
  reportLine('warning', 'slow');
  reportLine('problem', 'two\nlines');
  const output = ['noise', ...print.mock.calls.map(({ arguments: [line] }) => String(line))].join('\n');
  assert.deepEqual(reportedLines('problem', output), ['two\nlines']);
  assert.deepEqual(reportedLines('warning', output), ['slow']);
});
