import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { killProcessesOf } from './kill-processes-of.ts';

test('kills only processes that use the folder', {
  skip: process.platform !== 'linux',
}, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'spate-leftovers-'));
  const inside = join(folder, 'data');
  await mkdir(inside);
  const wait = 'setInterval(() => {}, 1e6); console.log("up")';
  const starts = [
    spawn(process.execPath, ['-e', wait], { cwd: inside }),
    spawn(process.execPath, ['-e', wait, '--', `${folder}/data/x`]),
    spawn(process.execPath, ['-e', wait, '--', `${folder}-of-another-user/x`]),
    spawn('sh', ['-c', 'echo up; read never'], { cwd: inside }),
  ] as const;
  t.after(async () => {
    for (const child of starts) child.kill('SIGKILL');
    await rm(folder, { recursive: true });
  });
  await Promise.all(starts.map((child) => once(child.stdout, 'data')));
  const ended = Promise.all([once(starts[0], 'exit'), once(starts[1], 'exit')]);
  await killProcessesOf(folder);
  await ended;
  assert.deepEqual(
    starts.map((child) => child.signalCode),
    ['SIGKILL', 'SIGKILL', null, null],
  );
});
