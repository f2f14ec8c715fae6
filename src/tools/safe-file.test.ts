import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { replaceFile } from './safe-file.ts';

test('replaces a file atomically, without touching other files', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'spate-replace-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const long = `${'n'.repeat(251)}.jmx`;
  const others = ['plan.jmx.new', 'plan.jmx~', '.plan.jmx'];
  for (const name of [...others, 'plan.jmx', long]) {
    await writeFile(join(folder, name), name);
  }
  const before = await stat(join(folder, 'plan.jmx'));
  for (const name of ['plan.jmx', long]) {
    await replaceFile(join(folder, name), 'new');
    assert.equal(await readFile(join(folder, name), 'utf8'), 'new');
    assert.equal((await stat(join(folder, name))).mode & 0o777, 0o644);
  }
  assert.notEqual((await stat(join(folder, 'plan.jmx'))).ino, before.ino);
  for (const name of others) {
    assert.equal(await readFile(join(folder, name), 'utf8'), name);
  }
  await mkdir(join(folder, 'taken', 'by'), { recursive: true });
  await assert.rejects(replaceFile(join(folder, 'taken'), 'new'));
  assert.deepEqual((await readdir(folder)).sort(), [...others, 'plan.jmx', long, 'taken'].sort());
});
