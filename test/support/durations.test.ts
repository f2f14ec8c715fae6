import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { longestFirst, saveDurations } from './durations.ts';
import { slowFiles } from './slow-files.ts';
import { temporaryFolder } from './temporary-folder.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

test('the list of slow files names files that exist', () => {
  for (const path of Object.keys(slowFiles)) assert.ok(existsSync(join(root, path)), path);
});

test('without a last run the slow files come first, longest first', async (t) => {
  const folder = await temporaryFolder(t);
  const [longest = '', second = ''] = Object.keys(slowFiles);
  const files = ['src/a.test.ts', second, longest].map((path) => join(folder, path));
  assert.deepEqual(await longestFirst(folder, files), files.toReversed());
});

test('the last run decides the order, and other files keep their durations', async (t) => {
  const folder = await temporaryFolder(t);
  const [a = '', b = '', c = ''] = ['a', 'b', 'c'].map((name) => join(folder, `src/${name}.test.ts`));
  await saveDurations(folder, [
    { file: a, wallS: 2 },
    { file: b, wallS: 9 },
  ]);
  await saveDurations(folder, [{ file: c, wallS: 5 }]);
  assert.deepEqual(await longestFirst(folder, [a, b, c]), [b, c, a]);
});
