import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { Result } from '../state/result.ts';
import { ResultsJtl } from './results-jtl.ts';

function sample(index: number, userName: string): Result {
  const result = new Result();
  result.label = index % 3 === 0 ? 'first, with a comma' : 'second';
  result.startMs = 1_700_000_000_000 + index + 0.25;
  result.endMs = result.startMs + (index % 50);
  result.latencyMs = index % 7;
  result.code = '200';
  result.message = 'OK';
  result.isSuccess = true;
  result.dataType = 'text';
  // Constant for a long time, then different values.
  result.bodyBytes = 100 + Math.floor(index / 2000);
  result.sentBytes = 20;
  result.groupUsers = 5;
  result.allUsers = 10;
  result.url = 'http://localhost/';
  result.threadName = userName;
  return result;
}

/** Without caches. */
function lineOf(result: Result): string {
  const startMs = Math.floor(result.startMs);
  return [
    startMs,
    Math.floor(result.endMs) - startMs,
    result.label.includes(',') ? `"${result.label}"` : result.label,
    ...[result.code, result.message, result.threadName, result.dataType, result.isSuccess, ''],
    ...[result.bytes, result.sentBytes, result.groupUsers, result.allUsers, result.url],
    ...[Math.floor(result.latencyMs), 0, 0],
  ].join();
}

it('writes the same lines with and without cached columns, for few and many users', () => {
  const folder = mkdtempSync(join(tmpdir(), 'spate-jtl-'));
  try {
    for (const users of [3, 700, 1500]) {
      const path = join(folder, `${users}.jtl`);
      const jtl = new ResultsJtl({ path, maxBytes: 1e9, written: new BigInt64Array(1) });
      const expected: string[] = [];
      for (let index = 0; index < 9000; index++) {
        const result = sample(index, `Users 1-${(index % users) + 1}`);
        if (index % 1000 === 999) {
          result.isSuccess = false;
          result.code = '500';
        }
        jtl.add(result);
        expected.push(lineOf(result));
      }
      jtl.flush();
      jtl.close();
      assert.deepEqual(readFileSync(path, 'utf8').trimEnd().split('\n'), expected);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
