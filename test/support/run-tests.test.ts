import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('run-tests.ts', import.meta.url));
const needsModule = new URL('needs.ts', import.meta.url).href;

const good = `import { test } from 'node:test'; test('works', () => {});`;
const bad = `import { test } from 'node:test'; test('breaks', () => { throw new Error('on purpose'); });`;
const needy = `import { test } from 'node:test'; import { needs } from '${needsModule}';
test('compiles', { skip: needs('java', 'jq') }, () => {});`;

/** Runs the runner on test files of its own, on a machine that looks as if it had nothing installed. */
async function runOn(t: TestContext, files: Record<string, string>, env: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'spate-run-tests-'));
  t.after(() => rm(folder, { recursive: true }));
  await Promise.all(Object.entries(files).map(([name, code]) => writeFile(join(folder, name), code)));
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, join(folder, '*.test.ts')], {
    encoding: 'utf8',
    env: { PATH: folder, HOME: folder, ...env },
  });
  return { status, stdout, stderr };
}

test('is green when every test passes, and prints the figures', async (t) => {
  const { status, stdout } = await runOn(t, { 'a.test.ts': good, 'b.test.ts': good });
  assert.equal(status, 0);
  assert.match(stdout, /✔ .*a\.test\.ts {2}1 of 1 passed/);
  assert.match(stdout, /^# tests 2$/m);
  assert.match(stdout, /^# pass 2$/m);
});

test('fails and shows why when a test fails', async (t) => {
  const { status, stdout } = await runOn(t, { 'a.test.ts': good, 'b.test.ts': bad });
  assert.equal(status, 1);
  assert.match(stdout, /Error: on purpose/);
  assert.match(stdout, /Failed:\n {2}✖ .*b\.test\.ts: breaks/);
  assert.match(stdout, /^# fail 1$/m);
});

test('runs a file that failed once more, and names it when it passes then', async (t) => {
  const once = `import { test } from 'node:test'; import { existsSync, writeFileSync } from 'node:fs';
    const mark = import.meta.filename + '.seen';
    test('breaks once', () => { if (!existsSync(mark)) { writeFileSync(mark, ''); throw new Error('at first'); } });`;
  const { status, stdout } = await runOn(t, { 'a.test.ts': good, 'b.test.ts': once });
  assert.equal(status, 0);
  assert.match(stdout, /Error: at first/);
  assert.match(stdout, /!!! UNSTEADY: .*b\.test\.ts/);
  assert.doesNotMatch(stdout, /UNSTEADY: .*a\.test\.ts/);
});

test('fails at once when more files fail than an accident explains', async (t) => {
  const files = ['a', 'b', 'c', 'd', 'e'].map((name) => [`${name}.test.ts`, bad]);
  const { status, stdout } = await runOn(t, Object.fromEntries(files));
  assert.equal(status, 1);
  assert.doesNotMatch(stdout, /Once more/);
});

test('fails when there is nothing to run', async (t) => {
  const { status, stderr } = await runOn(t, {});
  assert.equal(status, 1);
  assert.match(stderr, /No test found/);
});

test('skips what the machine cannot do, and says so loudly', async (t) => {
  const { status, stdout } = await runOn(t, { 'a.test.ts': needy });
  assert.equal(status, 0);
  assert.match(stdout, /!!! 1 tests were SKIPPED/);
  assert.match(stdout, /compiles \(this machine lacks a Java development kit, 17 or newer and jq\)/);
});

test('skips nothing under CI=true: a machine that lacks something fails the run', async (t) => {
  const { status, stdout, stderr } = await runOn(t, { 'a.test.ts': needy }, { CI: 'true' });
  assert.equal(status, 1);
  assert.match(stderr, /CI=true allows no test to be skipped, but this machine lacks .*Maven/);
  assert.doesNotMatch(stdout, /# tests/);
});
