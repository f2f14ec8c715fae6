import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { inheritedVariables } from '../../../test/support/inherited-variables.ts';
import { testProgram } from '../../../test/support/programs.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';

const path = (name: string) => fileURLToPath(new URL(`../../../${name}`, import.meta.url));

function run(cwd: string, program: string, args: string[]) {
  const env = { PATH: process.env.PATH, HOME: tmpdir(), ...inheritedVariables() };
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, env, encoding: 'utf8' });
  return { status, stdout, stderr };
}
const spate = (cwd: string, ...args: string[]) =>
  run(cwd, process.execPath, [testProgram('src/main.ts'), ...args]);

test('init creates a script whose types resolve, and never overwrites files', async (t) => {
  const folder = await temporaryFolder(t);
  const first = spate(folder, 'init', 'browser', 'shop');
  assert.equal(first.status, 0, first.stderr);
  const written = await readdir(join(folder, 'shop'), { recursive: true });
  assert.ok(written.includes('shop.ts') && written.includes('tsconfig.json'));
  const types = run(folder, path('node_modules/.bin/tsc'), ['--noEmit', '-p', join(folder, 'shop')]);
  assert.deepEqual([types.status, types.stdout], [0, '']);
  await writeFile(join(folder, 'shop/shop.ts'), "import { step } from '@flood/element'\nstep.nonsense()\n");
  const wrong = run(folder, path('node_modules/.bin/tsc'), ['--noEmit', '-p', join(folder, 'shop')]);
  assert.match(wrong.stdout, /shop\.ts.*nonsense/, 'the types are real');
  await writeFile(join(folder, 'shop/shop.ts'), 'mine');
  const again = spate(folder, 'init', 'browser', 'shop');
  assert.equal(again.status, 1);
  assert.match(again.stderr, /shop\/shop\.ts.*already exist/);
  assert.equal(await readFile(join(folder, 'shop/shop.ts'), 'utf8'), 'mine');
});

test('init rejects an unknown kind of script', async (t) => {
  const folder = await temporaryFolder(t);
  const { status, stderr } = spate(folder, 'init', 'jmeter');
  assert.equal(status, 1);
  assert.match(stderr, /spate init browser <name>/);
});
