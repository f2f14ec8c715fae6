import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { builtFolder } from './built-folder.ts';

async function prepare(t: TestContext) {
  const root = await temporaryFolder(t);
  await mkdir(join(root, 'in/deep'), { recursive: true });
  await writeFile(join(root, 'in/deep/a.ts'), 'a');
  let builds = 0;
  const run = (places: [string, ...string[]] = [join(root, 'out')]) =>
    builtFolder({
      root,
      inputs: ['in'],
      places,
      async build(folder) {
        builds += 1;
        await writeFile(join(folder, 'result'), await readFile(join(root, 'in/deep/a.ts')));
      },
    });
  return { root, run, builds: () => builds };
}

test('builds once, and again after a change of the inputs', async (t) => {
  const { root, run, builds } = await prepare(t);
  const first = await run();
  assert.equal(await run(), first);
  await writeFile(join(root, 'in/a.test.ts'), 'tests are no input');
  assert.equal(await run(), first);
  assert.equal(builds(), 1);
  await writeFile(join(root, 'in/deep/a.ts'), 'b');
  const second = await run();
  assert.equal(await readFile(join(second, 'result'), 'utf8'), 'b');
  assert.equal(await readFile(join(first, 'result'), 'utf8'), 'a');
});

test('concurrent builds have one result, and no leftovers', async (t) => {
  const { run } = await prepare(t);
  const folders = await Promise.all([run(), run()]);
  assert.equal(folders[0], folders[1]);
  assert.deepEqual(await readdir(dirname(folders[0] as string)), [basename(folders[0] as string)]);
});

test('uses the next place when the first cannot be created', async (t) => {
  const { root, run } = await prepare(t);
  await writeFile(join(root, 'file'), '');
  const folder = await run([join(root, 'file/out'), join(root, 'other')]);
  assert.equal(dirname(folder), join(root, 'other'));
});

test('removes builds that were not used for a day', async (t) => {
  const { root, run } = await prepare(t);
  const old = await run();
  const longAgo = new Date(Date.now() - 2 * 86_400_000);
  await utimes(old, longAgo, longAgo);
  await writeFile(join(root, 'in/deep/a.ts'), 'b');
  const fresh = await run();
  assert.deepEqual(await readdir(join(root, 'out')), [basename(fresh)]);
});
