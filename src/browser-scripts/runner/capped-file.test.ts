import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { CappedFile } from './capped-file.ts';

test('several writers share the limit, write complete lines, and note the truncation once each', async (t) => {
  const path = join(await temporaryFolder(t), 'log');
  const files = [1, 2].map(() => new CappedFile(path, 200_000, 'full\n'));
  for (let round = 0; round < 10_000; round++) {
    for (const file of files) {
      file.append(`${'x'.repeat(99)}\n`);
    }
  }
  for (const file of files) {
    file.close();
  }
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
  assert.ok(lines.every((line) => line.length === 99 || line === 'full'));
  assert.ok(lines.filter((line) => line === 'full').length <= 2);
  assert.equal(lines.at(-1), 'full');
  // Each writer may append 64 KiB before it checks the size again.
  assert.ok(lines.length * 100 < 200_000 + 2 * 65_536 + 1_000);
});

test('a lower limit of ordinary lines leaves room for errors', async (t) => {
  const path = join(await temporaryFolder(t), 'log');
  const file = new CappedFile(path, 2_000, '');
  for (let round = 0; round < 100; round++) {
    file.append('chatter\n', 500);
  }
  file.append('important\n');
  file.close();
  const text = await readFile(path, 'utf8');
  assert.ok(text.length < 600);
  assert.match(text, /important\n$/);
});
