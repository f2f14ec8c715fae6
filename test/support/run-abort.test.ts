import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { ProcessRow } from './processes.ts';
import { killProcesses, processesOfRun } from './run-processes.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { until } from './until.ts';

const script = fileURLToPath(new URL('run-tests.ts', import.meta.url));
const support = dirname(script);

/** A test that runs until it is killed. It writes the file `running` when everything that it starts is running. */
interface Endless {
  imports?: string;
  start: string;
}

/** Starts the runner on the test, in a folder that is its temporary folder. */
async function startRunner(t: TestContext, { imports = '', start }: Endless) {
  const folder = await temporaryFolder(t);
  t.after(() => killProcesses(folder));
  const from = (name: string) => `from '${relative(folder, join(support, name))}'`;
  await writeFile(
    join(folder, 'endless.test.ts'),
    `import { spawn } from 'node:child_process';
    import { writeFileSync } from 'node:fs';
    import { test } from 'node:test';
    ${imports.replaceAll(/from '(.*?)'/g, (_, name) => from(name))}
    test('endless', async () => {
      ${start}
      writeFileSync('${join(folder, 'running')}', '');
      await new Promise(() => setInterval(() => {}, 1e6));
    });`,
  );
  const { PATH, HOME, NODE_COMPILE_CACHE = join(folder, 'compiled'), SPATE_CACHE_DIR } = process.env;
  const runner = spawn(process.execPath, [script, join(folder, '*.test.ts')], {
    env: { PATH, HOME, TMPDIR: folder, NODE_COMPILE_CACHE, ...(SPATE_CACHE_DIR && { SPATE_CACHE_DIR }) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = Promise.all([text(runner.stdout), text(runner.stderr)]).then((texts) => texts.join(''));
  const exited = once(runner, 'exit').then(([code, signal]) => ({ code, signal }));
  await until('everything is running', async () => {
    assert.equal(runner.exitCode, null, runner.exitCode === null ? '' : await output);
    return existsSync(join(folder, 'running'));
  });
  return { folder, runner, output, exited };
}

const lineOf = ({ commandLine }: ProcessRow) => commandLine.join(' ');

async function assertNothingLeft(folder: string): Promise<void> {
  assert.deepEqual(processesOfRun(folder).map(lineOf), []);
  assert.deepEqual(globSync(join(folder, 'st-*')), []);
  const known = ['compiled', 'endless.test.ts', 'running', 'spate-compiled'];
  assert.deepEqual(
    (await readdir(folder)).filter((name) => !known.includes(name)),
    [],
  );
}

test('SIGTERM ends service, agent and tool of a running test, and PostgreSQL, and removes all files', async (t) => {
  const { folder, runner, output, exited } = await startRunner(t, {
    imports: `import { useStage } from 'stage.ts';
      import { plan } from 'plan.ts';
      import { createRun } from 'run.ts';
      import { until } from 'until.ts';
      const stage = useStage(false);`,
    start: `await createRun(stage.service, {
        fields: { 'run[duration]': '3600' },
        files: { 'plan.jmx': plan({ port: stage.target.port, loops: '-1', pauseMs: 100, path: '/endless' }) },
      });
      await until('the tool sends requests', () => stage.requestsTo('/endless') > 0);`,
  });
  const lines = processesOfRun(folder).map(lineOf);
  const postgres = lines.find((line) => /[/]postgres .*-D /.test(line)) ?? assert.fail(lines.join('\n'));
  for (const part of [/serve\.mjs serve$/, / agent /, /engine\.json$/])
    assert.ok(
      lines.some((line) => part.test(line)),
      `${part} in:\n${lines.join('\n')}`,
    );
  const data = / -D (\S+)/.exec(postgres)?.[1] ?? assert.fail(postgres);
  assert.ok(existsSync(data));

  runner.kill('SIGTERM');
  assert.deepEqual(await exited, { code: 1, signal: null }, await output);
  assert.match(await output, /SIGTERM: ending the tests\./);
  assert.equal(existsSync(data), false);
  await assertNothingLeft(folder);
});

for (const signal of ['SIGINT', 'SIGHUP'] as const) {
  test(`${signal}, also several times, ends a test that ignores signals, and its detached processes`, async (t) => {
    const { folder, runner, output, exited } = await startRunner(t, {
      start: `process.on('SIGTERM', () => {});
        const child = spawn('sh', ['-c', 'sleep 3600 & echo $!; exec sleep 3600'], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
        await new Promise((resolve) => child.stdout.once('data', resolve));`,
    });
    assert.equal(processesOfRun(folder).filter((row) => lineOf(row) === 'sleep 3600').length, 2);
    runner.kill(signal);
    runner.kill(signal);
    assert.deepEqual(await exited, { code: 1, signal: null }, await output);
    await assertNothingLeft(folder);
  });
}
