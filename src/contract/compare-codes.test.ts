import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeChange, compareCodes } from './compare-codes.ts';
import type { CodeResource } from './resources/report.ts';

const ok = (passed: number): CodeResource => ({ code: '200', class: '2xx', passed, failed: 0 });
const broken: CodeResource = { code: '503', class: '5xx', passed: 0, failed: 20 };

test('compares the share of each code, the most frequent first', () => {
  const rows = compareCodes([
    { passed: 100, failed: 0, codes: [ok(100)] },
    { passed: 60, failed: 40, codes: [ok(60), broken, { code: '', class: 'other', passed: 0, failed: 20 }] },
    { passed: 5, failed: 0, codes: null },
  ]);
  assert.deepEqual(
    rows.map(({ name, ofRuns }) => [name, ...ofRuns.map((each) => each?.percent)]),
    [
      ['200', 100, 60, undefined],
      ['503', 0, 20, undefined],
      ['no code', 0, 20, undefined],
    ],
  );
  assert.deepEqual(rows[1]?.ofRuns[1], { passed: 0, failed: 20, percent: 20 });
  assert.deepEqual(
    rows.map((row) => [codeChange(row, 0, 1), codeChange(row, 0, 2)]),
    [
      [-40, null],
      [20, null],
      [20, null],
    ],
  );
});

test('has nothing to compare if all samples have the code 200, or no codes are known', () => {
  assert.deepEqual(compareCodes([{ passed: 3, failed: 0, codes: [ok(3)] }]), []);
  const unknown: CodeResource = { code: null, class: 'unknown', passed: 3, failed: 0 };
  assert.deepEqual(compareCodes([{ passed: 3, failed: 0, codes: [unknown] }]), []);
});
