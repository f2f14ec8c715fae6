import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { identifyProcess } from '../../src/lib/process-identity.ts';
import { isFullSuite } from './suite.ts';

const script = fileURLToPath(new URL('run-tests.ts', import.meta.url));
const needsModule = new URL('needs.ts', import.meta.url).href;

const good = `import { test } from 'node:test'; test('works', () => {});`;
const bad = `import { test } from 'node:test'; test('breaks', () => { throw new Error('on purpose'); });`;
const needy = `import { test } from 'node:test'; import { needs } from '${needsModule}';
test('compiles', { skip: needs('java', 'jq') }, () => {});`;
const advice = 'Restore it in a hook, or let the file run in its own process.';

/** Runs the runner on temporary test files, as if the machine had no tools installed. */
async function runOn(
  t: TestContext,
  files: Record<string, string>,
  { env = {}, args = [] }: { env?: Record<string, string>; args?: string[] } = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'spate-run-tests-'));
  t.after(() => rm(folder, { recursive: true }));
  await Promise.all(Object.entries(files).map(([name, code]) => writeFile(join(folder, name), code)));
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [script, ...args, join(folder, '*.test.ts')],
    {
      encoding: 'utf8',
      env: { PATH: folder, HOME: folder, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '', ...env },
    },
  );
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
  assert.match(stdout, /Failed:\n✖ .*b\.test\.ts › breaks/);
  assert.match(stdout, /^# fail 1$/m);
});

test('a failed file is not run again', async (t) => {
  const once = `import { test } from 'node:test'; import { existsSync, writeFileSync } from 'node:fs';
    const mark = import.meta.filename + '.seen';
    test('breaks once', () => { if (!existsSync(mark)) { writeFileSync(mark, ''); throw new Error('at first'); } });`;
  const { status, stdout } = await runOn(t, { 'a.test.ts': good, 'b.test.ts': once });
  assert.equal(status, 1);
  assert.equal(stdout.split('\nFailed:\n')[0]?.match(/Error: at first/g)?.length, 1);
  assert.match(stdout, /^# tests 2$/m);
  assert.match(stdout, /^# fail 1$/m);
});

test('prints failures and diagnostics with the file and the full name of a nested test', async (t) => {
  const nested = `import { describe, test } from 'node:test';
    describe('cart', () => { test('adds', async (t) => { t.diagnostic('took 3 requests');
      await t.test('twice', (t) => { t.diagnostic('and one more'); throw new Error('on purpose'); }); }); });`;
  const { status, stdout } = await runOn(t, { 'a.test.ts': nested });
  assert.equal(status, 1);
  assert.match(stdout, /^# .*a\.test\.ts › cart › adds: took 3 requests$/m);
  assert.match(stdout, /^# .*a\.test\.ts › cart › adds › twice: and one more$/m);
  assert.match(stdout, /Failed:\n✖ .*a\.test\.ts › cart › adds › twice\n {4}Error: on purpose\n/);
});

test('fails a file that cannot be loaded', async (t) => {
  const { status, stdout } = await runOn(t, { 'a.test.ts': `throw new Error('while loading');` });
  assert.equal(status, 1);
  assert.match(stdout, /Error: while loading/);
  assert.match(stdout, /Failed:\n✖ .*a\.test\.ts \(the file itself\)/);
});

test('fails a file that leaves a handle open, and names it', async (t) => {
  const leak = `import { test } from 'node:test'; test('passes', () => { setInterval(() => {}, 1000); });`;
  const { status, stdout } = await runOn(t, {
    'alone.test.ts': `// Runs in its own process: to test it.\n${leak}`,
    'b.test.ts': leak,
    'c.test.ts': good,
  });
  assert.equal(status, 1);
  assert.match(stdout, /The process did not end within 10 s of its last test\. Open handles: .*Timeout/);
  assert.match(stdout, /✖ .*alone\.test\.ts \(the file itself\)/);
  assert.match(
    stdout,
    /✖ .*b\.test\.ts \(the file itself\)\n.*handles open 10 s after its last test: Timeout/,
  );
  assert.match(stdout, /✔ .*c\.test\.ts {2}1 of 1 passed/);
});

test('fails each file of a shared process for what it did, and runs the files after it', async (t) => {
  const { status, stdout } = await runOn(t, {
    'a.test.ts': good,
    'b.test.ts': bad,
    'c.test.ts': `import { test } from 'node:test'; test('exits', () => process.exit(3));`,
    'd.test.ts': `throw new Error('while loading');`,
    'e.test.ts': `import { test } from 'node:test'; test('kills', () => process.kill(process.pid, 'SIGKILL'));`,
    'f.test.ts': `import { test } from 'node:test'; test('sets', () => { process.env.LEFT = '1'; });`,
    'g.test.ts': `import { test } from 'node:test'; test('sees', () => { if (process.env.LEFT) throw new Error(); });`,
    'h.test.ts': `import { test } from 'node:test'; test('hangs', () => new Promise(() => {}));`,
    'i.test.ts': `import { test } from 'node:test';
      test('rejects late', () => { setTimeout(() => { Promise.reject(new Error('too late')); }, 10); });`,
    'j.test.ts': good,
  });
  assert.equal(status, 1);
  const failures = stdout.split('\nFailed:\n')[1] ?? '';
  assert.deepEqual(
    [...failures.matchAll(/^✖ .*?(\w)\.test\.ts(.*)\n {4}(.*)$/gm)].map(([, ...parts]) => parts),
    [
      ['b', ' › breaks', 'Error: on purpose'],
      ['c', ' (the file itself)', 'Error: The process ended with code 3.'],
      ['d', ' (the file itself)', 'Error: while loading'],
      ['e', ' (the file itself)', 'Error: The process was ended by SIGKILL.'],
      ['f', ' (the file itself)', `Error: The file leaves changed: process.env.LEFT. ${advice}`],
      ['h', ' › hangs', 'Promise resolution is still pending but the event loop has already resolved'],
      [
        'h',
        ' (the file itself)',
        'Promise resolution is still pending but the event loop has already resolved',
      ],
      ['i', ' (the file itself)', `Error: The file leaves changed: process.exitCode. ${advice}`],
    ],
  );
  assert.match(stdout, /^# .*i\.test\.ts.*created the error "Error: too late"/m);
  assert.deepEqual(
    [...stdout.matchAll(/^✔ .*(\w)\.test\.ts {2}1 of 1 passed/gm)].map(([, file]) => file),
    ['a', 'g', 'j'],
  );
});

test('files that share a process run one after the other, with their own hooks and figures', async (t) => {
  const hooked = `import { after, before, describe, test } from 'node:test'; import assert from 'node:assert/strict';
    const name = import.meta.filename.slice(-9, -8); globalThis.order ??= [];
    before(async () => { await new Promise(setImmediate); globalThis.order.push(name + ' begins'); });
    after(() => { globalThis.order.push(name + ' ends'); });
    describe('cart', () => { test('adds', async (t) => { await t.test('twice', () => {}); }); });
    test('pays', { skip: 'no money' }, () => {});
    test('order', () => assert.deepEqual(globalThis.order, name === 'a' ? ['a begins'] : ['a begins', 'a ends', 'b begins']));`;
  const { status, stdout } = await runOn(t, { 'a.test.ts': hooked, 'b.test.ts': hooked });
  assert.equal(status, 0, stdout);
  for (const name of ['a', 'b'])
    assert.match(
      stdout,
      new RegExp(
        `✔ .*${name}\\.test\\.ts {2}3 of 4 passed, 1 skipped {2}\\([\\d.]+ s, [\\d.]+ s processor time\\)`,
      ),
    );
  assert.match(stdout, /b\.test\.ts › pays \(no money\)/);
});

test('fails a file without tests, unless its tests are left to the full suite', async (t) => {
  const notTestedModule = new URL('not-tested.ts', import.meta.url).href;
  const leaves = `import { notTested } from '${notTestedModule}'; notTested('a variant');`;
  const alone = '// Runs in its own process: to test it.\n';
  const { status, stdout } = await runOn(t, {
    'a.test.ts': '',
    'b.test.ts': leaves,
    'c.test.ts': `${alone}export {};`,
    'd.test.ts': `${alone}${leaves}`,
    'e.test.ts': good,
  });
  assert.equal(status, 1);
  assert.deepEqual(
    [...(stdout.split('\nFailed:\n')[1] ?? '').matchAll(/^✖ .*?(\w)\.test\.ts(.*\n.*)$/gm)]
      .map(([, name, text]) => [name, text])
      .toSorted(),
    ['a', 'c'].map((name) => [name, ' (the file itself)\n    Error: The file defines no test.']),
  );
  assert.match(stdout, /^# tests 3$/m);
  assert.match(stdout, /^Not tested in this run:\n.*b\.test\.ts: a variant\n.*d\.test\.ts: a variant$/m);
});

test('lists tests of the full suite at the end, once', async (t) => {
  const suite = new URL('suite.ts', import.meta.url).href;
  const some = `import { test } from 'node:test'; import { isFullSuite } from '${suite}';
    test('runs', () => {});
    if (isFullSuite()) { test('is rare', () => {}); }`;
  const { status, stdout } = await runOn(t, { 'a.test.ts': some });
  assert.equal(status, 0);
  assert.match(stdout, /^Not tested in this run:\n {2}.*a\.test\.ts: is rare$/m);
  const full = await runOn(t, { 'a.test.ts': some }, { args: ['--full'] });
  assert.match(full.stdout, /^# tests 2$/m);
  assert.doesNotMatch(full.stdout, /Not tested/);
});

test('fails a run that leaves processes behind, names them and kills them', async (t) => {
  const leave = `import { test } from 'node:test'; import { spawn } from 'node:child_process';
    test('leaves', () => spawn('/bin/sleep', ['3601'], { detached: true, stdio: 'ignore' }).unref());`;
  const { status, stdout, stderr } = await runOn(t, { 'a.test.ts': leave });
  assert.equal(status, 1);
  assert.match(stdout, /^# fail 0$/m);
  const [, pid] =
    /The tests left processes behind; end them:\n {2}(\d+) \/bin\/sleep 3601$/m.exec(stderr) ?? [];
  assert.equal(identifyProcess(Number(pid)), undefined);
});

test('its temporary folder is that of its test processes, and removed at the end', async (t) => {
  const make = `import { test } from 'node:test'; import { mkdtempSync } from 'node:fs'; import { tmpdir } from 'node:os';
    test('makes', () => console.log('made ' + mkdtempSync(tmpdir() + '/left-')));`;
  const { status, stdout } = await runOn(t, { 'a.test.ts': make });
  assert.equal(status, 0);
  const [, made = ''] = /^made (.*[/]st-\w{6}[/]left-\w{6})$/m.exec(stdout) ?? [];
  assert.notEqual(made, '');
  assert.equal(existsSync(dirname(made)), false);
});

test('states wall time, how busy the machine was, and the slowest files', async (t) => {
  const { stdout } = await runOn(t, { 'a.test.ts': good });
  assert.match(
    stdout,
    /^1 files in [\d.]+ s; \d+ cores were \d+ % busy, \d+ % from 10 % to 80 % of the time of the files\.$/m,
  );
  assert.match(stdout, /Slowest files:\n.*a\.test\.ts {2}[\d.]+ s, [\d.]+ s processor time$/m);
});

test('sets the variable of the full suite for --full', async (t) => {
  const full = `import { test } from 'node:test'; import assert from 'node:assert/strict';
    test('is full', () => assert.equal(process.env.SPATE_TEST_FULL, '1'));`;
  assert.equal((await runOn(t, { 'a.test.ts': full })).status, 1);
  assert.equal((await runOn(t, { 'a.test.ts': full }, { args: ['--full'] })).status, 0);
});

test('fails when there is nothing to run', async (t) => {
  const { status, stderr } = await runOn(t, {});
  assert.equal(status, 1);
  assert.match(stderr, /No test file found/);
});

test('skips tests with missing requirements, and prints a banner', async (t) => {
  const { status, stdout } = await runOn(t, { 'a.test.ts': needy });
  assert.equal(status, 0);
  assert.match(stdout, /!!! 1 tests were SKIPPED/);
  assert.match(stdout, /compiles \(this machine lacks a Java development kit, 17 or newer and jq\)/);
});

test('skips nothing with CI=true: a missing requirement fails the run', async (t) => {
  const { status, stdout, stderr } = await runOn(t, { 'a.test.ts': needy }, { env: { CI: 'true' } });
  assert.equal(status, 1);
  assert.match(stderr, /CI=true allows no test to be skipped, but this machine lacks .*Maven/);
  assert.doesNotMatch(stdout, /# tests/);
});

if (isFullSuite()) {
  test('states the processor time of each file when many end at once', async (t) => {
    const files = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`f${at}.test.ts`, good]));
    const { status, stdout } = await runOn(t, files);
    assert.equal(status, 0);
    assert.equal(stdout.match(/1 of 1 passed {2}\(.* s processor time\)/g)?.length, 40);
  });
}
