import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import promises, { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { byThread, endOf, runEngine } from '../../../engine/testing/engine-process.ts';
import { debug, element, group, plan } from '../../../engine/testing/plan.ts';
import { type Log, silentLog } from '../../../lib/log.ts';
import { makeExecution, readToEnd, startTarget, testContext } from '../../execution.fixture.ts';
import { toolFolders } from '../../sandbox/layout.ts';
import { createJmeter } from '../jmeter.ts';
import { httpRequest } from '../plan.fixture.ts';
import { oneUser } from '../scripts.fixture.ts';
import { bundledEntry, ensureEngineBundle } from './engine-bundle.ts';
import { engineRooms } from './sources.ts';

/** A small package whose engine prints its own contents. */
async function makePackage(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'spate-bundle-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const [root, cacheDir] = [join(folder, 'package'), join(folder, 'cache')];
  const write = async (path: string, content: string) => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  };
  for (const room of [...engineRooms, 'src/tools']) {
    await write(`${room}/word.ts`, `export const word: string = '${basename(room)}';`);
  }
  await write('src/engine/main.ts', "import { word } from '../lib/word.ts'; console.log(word);");
  await write('src/engine/process/engine-thread.ts', "console.log('thread');");
  await write('package.json', '{ "type": "module" }');
  await write('package-lock.json', '{}');
  const warnings: unknown[] = [];
  const log: Log = { ...silentLog, warn: (fields: unknown) => warnings.push(fields), child: () => log };
  const ensure = () => ensureEngineBundle({ cacheDir, log, signal: new AbortController().signal }, root);
  return { cacheDir, write, warnings, ensure };
}

const run = (folder: string | undefined) =>
  execFileSync(process.execPath, [join(folder ?? '', bundledEntry)], { encoding: 'utf8' }).trim();

test('is built once, readable by all users, and never outdated', async (t) => {
  const { cacheDir, write, warnings, ensure } = await makePackage(t);
  const [first, same] = await Promise.all([ensure(), ensure()]);
  assert.equal(first, same);
  assert.equal(run(first), 'lib');
  const modes = await Promise.all(['', bundledEntry].map((name) => stat(join(first ?? '', name))));
  assert.deepEqual(
    modes.map(({ mode }) => mode & 0o777),
    [0o755, 0o644],
  );
  await write('src/lib/word.ts', "export const word: string = 'bil';");
  const changed = await ensure();
  assert.notEqual(changed, first);
  assert.equal(run(changed), 'bil');
  await write('package-lock.json', '{ "packages": {} }');
  const other = await ensure();
  assert.notEqual(other, changed);
  await write('src/lib/word.ts', "export const word: string = 'lib';");
  await write('package-lock.json', '{}');
  assert.equal(await ensure(), first);
  assert.deepEqual(warnings, []);
  const left = (await readdir(cacheDir)).filter((name) => !name.endsWith('.lock'));
  assert.equal(left.length, 3, left.join());
});

test('is removed when unused for long', async (t) => {
  const { write, ensure } = await makePackage(t);
  const old = (await ensure()) ?? '';
  await write('src/lib/word.ts', "export const word: string = 'second';");
  const second = (await ensure()) ?? '';
  const longAgo = new Date(Date.now() - 30 * 86_400_000);
  await utimes(old, longAgo, longAgo);
  await write('src/lib/word.ts', "export const word: string = 'third';");
  const third = (await ensure()) ?? '';
  assert.equal(await stat(old).catch(() => undefined), undefined);
  assert.deepEqual([run(second), run(third)], ['second', 'third']);
});

test('is rebuilt when a file is empty or was removed', async (t) => {
  const { cacheDir, warnings, ensure } = await makePackage(t);
  const folder = (await ensure()) ?? '';
  for (const name of [bundledEntry, 'engine-thread.mjs']) {
    await writeFile(join(folder, name), '');
    assert.equal(await ensure(), folder);
    assert.notEqual((await stat(join(folder, name))).size, 0);
  }
  const { utimes: realUtimes } = promises;
  let removals = 0;
  t.mock.method(promises, 'utimes', async (...given: Parameters<typeof utimes>) => {
    if (removals++ === 0) await rm(folder, { recursive: true });
    await realUtimes(...given);
  });
  syncBuiltinESMExports();
  t.after(() => {
    t.mock.restoreAll();
    syncBuiltinESMExports();
  });
  assert.equal(await ensure(), folder);
  assert.equal(run(folder), 'lib');
  assert.equal(removals, 2);
  assert.deepEqual(warnings, []);
  assert.deepEqual((await readdir(cacheDir)).sort(), [basename(folder), 'engine-bundle.lock'].sort());
});

test('is synced to disk before it is renamed', async (t) => {
  const { cacheDir, ensure } = await makePackage(t);
  const events: string[] = [];
  const { open: realOpen, rename: realRename } = promises;
  t.mock.method(promises, 'open', async (...given: Parameters<typeof realOpen>) => {
    const file = await realOpen(...given);
    const sync = file.sync.bind(file);
    file.sync = async () => {
      await sync();
      events.push(String(given[0]).replace(/^.*engine-building-[^/]*/, 'building'));
    };
    return file;
  });
  t.mock.method(promises, 'rename', async (...given: Parameters<typeof realRename>) => {
    events.push('rename');
    await realRename(...given);
  });
  syncBuiltinESMExports();
  t.after(() => {
    t.mock.restoreAll();
    syncBuiltinESMExports();
  });
  const folder = (await ensure()) ?? '';
  const files = (await readdir(folder)).map((name) => `building/${name}`);
  assert.ok(files.length >= 2);
  const renamedAt = events.indexOf('rename');
  assert.deepEqual(events.slice(0, renamedAt).sort(), ['building', ...files].sort());
  assert.deepEqual(events.slice(renamedAt), ['rename', cacheDir]);
});

test('is skipped with a log entry when it cannot be built', async (t) => {
  const { cacheDir, write, warnings, ensure } = await makePackage(t);
  await write('src/engine/main.ts', "import { word } from '../tools/word.ts'; console.log(word);");
  assert.equal(await ensure(), undefined);
  assert.match(JSON.stringify(warnings, errorsAsText), /not part of its hash: src\/tools\/word\.ts/);
  await write('src/engine/main.ts', 'const =');
  assert.equal(await ensure(), undefined);
  assert.equal(warnings.length, 2);
  assert.deepEqual(await readdir(cacheDir), ['engine-bundle.lock']);
  await rm(cacheDir, { recursive: true });
  await writeFile(cacheDir, 'no folder');
  assert.equal(await ensure(), undefined);
  assert.equal(warnings.length, 3);
});

test('behaves like the sources, with one and two threads, and has source positions in stack traces', async (t) => {
  const cacheDir = await mkdtemp(join(tmpdir(), 'spate-bundle-'));
  t.after(() => rm(cacheDir, { recursive: true, force: true }));
  const signal = new AbortController().signal;
  const folder = (await ensureEngineBundle({ cacheDir, log: silentLog, signal })) ?? '';
  const program = ['--enable-source-maps', join(folder, bundledEntry)];
  const timer = element('UniformRandomTimer', 'wait', {
    'ConstantTimer.delay': '0',
    'RandomTimer.range': '3',
  });
  const users = group(
    { users: 4, loops: 3 },
    debug('a ${__Random(1,1000)}', timer),
    debug('b ${__threadNum}'),
  );
  const wanted = await runEngine(t, {
    plan: plan(users),
    options: { seed: 7, workers: 1 },
    program: [join(import.meta.dirname, '../../../engine/main.ts')],
  });
  for (const workers of [1, 2]) {
    const seen = await runEngine(t, { plan: plan(users), options: { seed: 7, workers }, program });
    assert.deepEqual(endOf(seen), [0, '']);
    assert.deepEqual(byThread(seen.samples), byThread(wanted.samples));
    assert.equal(/Running with 2 threads/.test(seen.log), workers === 2);
  }
  // Its options are not JSON.
  const { status, stderr } = spawnSync(process.execPath, [...program, program.at(-1) ?? ''], {
    encoding: 'utf8',
  });
  assert.notEqual(status, 0);
  assert.match(stderr, /src\/engine\/main\.ts:\d+:\d+/);
});

test('is stored by V8 with one byte per character', async () => {
  const folder = (await ensureEngineBundle({ ...testContext(), log: silentLog })) ?? '';
  for (const name of (await readdir(folder)).filter((each) => each.endsWith('.mjs'))) {
    assert.match(await readFile(join(folder, name), 'utf8'), /^[\0-\x7f]+$/, name);
  }
});

test('is used for runs if it exists', async () => {
  const tool = createJmeter();
  for (const [cacheDir, started] of [
    [testContext().cacheDir, `/${bundledEntry}`],
    ['/dev/null', '/src/engine/main.ts'],
  ] as const) {
    await using target = await startTarget();
    await using execution = await makeExecution(tool, oneUser(httpRequest(target.url, '/hello')), {
      engine: 'spate',
    });
    const own = { ...execution, cacheDir };
    await tool.launch(own);
    const script = await readFile(join(toolFolders(own.folders).launch, 'run.sh'), 'utf8');
    assert.ok(script.includes(started), script);
    await tool.release(own, Date.now());
    assert.equal((await readToEnd(tool, own)).length, 1);
    assert.equal(target.requests.length, 1);
  }
});

const errorsAsText = (_: string, value: unknown) => (value instanceof Error ? value.message : value);
