import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { expectedDurations, saveDurations } from './durations.ts';
import { slowFiles } from './slow-files.ts';
import { temporaryFolder } from './temporary-folder.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

test('the list of slow files names files that exist', () => {
  for (const path of Object.keys(slowFiles)) assert.ok(existsSync(join(root, path)), path);
});

test('without a last run the list of slow files has the expected duration', async (t) => {
  const folder = await temporaryFolder(t);
  const [longest = ''] = Object.keys(slowFiles);
  const expectedS = await expectedDurations(folder);
  assert.equal(expectedS(join(folder, longest)), slowFiles[longest]);
  assert.equal(expectedS(join(folder, 'src/a.test.ts')), 1);
});

test('a file is expected to take as long as in its last run, and other files keep their durations', async (t) => {
  const folder = await temporaryFolder(t);
  const [a = '', b = '', c = ''] = ['a', 'b', 'c'].map((name) => join(folder, `src/${name}.test.ts`));
  await saveDurations(folder, [
    { file: a, wallS: 2 },
    { file: b, wallS: 9 },
  ]);
  await saveDurations(folder, [{ file: c, wallS: 5 }]);
  assert.deepEqual([a, b, c].map(await expectedDurations(folder)), [2, 9, 5]);
});
