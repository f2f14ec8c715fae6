import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { realpath, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { nodeAgent, processesBelow } from './processes.ts';
import { testProgram } from './programs.ts';
import { temporaryFolder } from './temporary-folder.ts';

const waiting = 'process.stdout.write("ready\\n"); setInterval(() => {}, 60_000);';

/** A process that has printed a line and waits. */
async function start(t: TestContext, program: string, ...args: string[]): Promise<number> {
  const child: ChildProcess = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  t.after(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  assert.ok(child.stdout);
  await once(child.stdout, 'data');
  return child.pid as number;
}

test('finds a process by its executable, not by a word in its arguments', async (t) => {
  const folder = await temporaryFolder(t);
  const node = await start(t, process.execPath, '-e', waiting, folder);
  const shell = await start(
    t,
    '/bin/sh',
    '-c',
    'echo ready; read line',
    join(folder, 'node'),
    '/usr/bin/node',
  );
  assert.deepEqual(processesBelow(folder, { executable: 'node' }), [node]);
  assert.deepEqual(processesBelow(folder).sort(), [node, shell].sort());
});

test('finds one program of several with the same executable by its script and arguments', async (t) => {
  const folder = await temporaryFolder(t);
  const script = join(folder, basename(testProgram('src/main.ts')));
  await writeFile(script, waiting);
  await start(t, process.execPath, script, 'serve', 'agent');
  const agent = await start(t, process.execPath, '--no-warnings', script, 'agent', '--dir', folder);
  assert.deepEqual(processesBelow(folder, nodeAgent), [agent]);
});

test('finds descendants of a process with the folder in its command line, and no others', async (t) => {
  const folder = await temporaryFolder(t);
  const elsewhere = await temporaryFolder(t);
  const started = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(waiting)}], { stdio: 'inherit' })`;
  const parent = await start(t, process.execPath, '-e', started, folder);
  const found = processesBelow(folder, { executable: 'node' });
  assert.equal(found.length, 2);
  assert.ok(found.includes(parent));
  assert.deepEqual(processesBelow(elsewhere), []);
  for (const pid of found) process.kill(pid, 'SIGKILL');
});

test('does not count a fork that has not executed a program of its own', async (t) => {
  const folder = await temporaryFolder(t);
  const shell = await start(t, '/bin/sh', '-c', '(echo ready; read line); :', folder);
  const executable = basename(await realpath('/bin/sh'));
  assert.deepEqual(processesBelow(folder, { executable }), [shell]);
  assert.equal(processesBelow(folder).length, 2);
});
