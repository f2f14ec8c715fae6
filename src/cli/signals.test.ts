import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

/** Runs a command with fake parts; a signal also arrives during process exit. */
const program = `
import { runCli } from ${url('cli.ts')};
import { commands } from ${url('commands/index.ts')};
import { processTerminal } from ${url('terminal.ts')};
const alive = setInterval(() => {}, 1e6);
process.on('exit', () => process.kill(process.pid, 'SIGINT'));
const never = () => new Promise(() => {});
const parts = { serve: async () => ({ url: 'https://127.0.0.1:1', stop: never }), runAgent: never };
const settings = { argv: process.argv.slice(2), commands, version: '', env: process.env, parts, terminal: processTerminal() };
const ending = runCli(settings as never);
console.log('up');
process.exit(await ending);
`;

function url(path: string): string {
  return JSON.stringify(new URL(path, import.meta.url).href);
}

for (const [name, ...args] of [
  ['serve', '--data-dir', 'data'],
  ['agent', '--dir', 'node'],
]) {
  test(`${name} exits with 130 for repeated and late Ctrl-C`, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'spate-signals-'));
    t.after(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, 'program.ts'), program);
    const child = spawn(process.execPath, ['program.ts', name ?? '', ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(child, 'exit');
    t.after(() => child.kill('SIGKILL'));
    await once(child.stdout, 'data');
    const pressing = setInterval(() => child.kill('SIGINT'), 5);
    t.after(() => clearInterval(pressing));
    assert.deepEqual(await exited, [130, null]);
  });
}
