import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChartColumns } from '../../../contract/resources/view.ts';
import { codeLines } from './code-lines.ts';

const columns = (changes: Partial<ChartColumns>) =>
  ({
    codes_2xx: [0, 0],
    codes_3xx: [0, 0],
    codes_4xx: [0, 0],
    codes_5xx: [0, 0],
    codes_other: [0, 0],
    codes_unknown: [0, 0],
    ...changes,
  }) as ChartColumns;

test('a line for each class with samples, with its codes in the legend', () => {
  const code = (name: string, passed: number, failed = 0) => ({
    code: name,
    class: '2xx' as const,
    passed,
    failed,
  });
  const codes = [code('200', 1200), code('204', 4, 1), code('201', 3), code('206', 2)];
  const lines = codeLines(
    columns({ codes_2xx: [5, 6], codes_other: [0, 1] }),
    [...codes, { code: '', class: 'other', passed: 0, failed: 1 }],
    undefined,
  );
  assert.deepEqual(
    lines.map(({ name, values, detail }) => [name, values, detail?.text]),
    [
      ['2xx', [5, 6], '200, 204, 201, 1 more'],
      ['other', [0, 1], 'no code'],
    ],
  );
  assert.match(lines[0]?.detail?.title ?? '', /^200: 1,200 passed, 0 failed\n204: 4 passed, 1 failed\n/);
});

test('no lines for a run whose codes are unknown, and no detail while codes are not loaded', () => {
  assert.deepEqual(codeLines(columns({ codes_unknown: [3, 4] }), undefined, undefined), []);
  const lines = codeLines(columns({ codes_4xx: [1, 1], codes_unknown: [3, 4] }), undefined, undefined);
  assert.deepEqual(
    lines.map(({ name, detail }) => [name, detail]),
    [
      ['4xx', undefined],
      ['unknown', undefined],
    ],
  );
});
