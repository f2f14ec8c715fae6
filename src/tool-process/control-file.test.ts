import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { awaitStop, readControl, startCommand, stopCommand } from './control-file.ts';

test('commands are read as written', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'spate-control-'));
  t.after(() => rm(folder, { recursive: true }));
  const path = join(folder, 'control');
  assert.equal(await readControl(path), undefined);
  await writeFile(path, startCommand(1_700_000_000_000.4));
  assert.deepEqual(await readControl(path), { kind: 'start', atMs: 1_700_000_000_000, clockOffsetMs: 0 });
  await writeFile(path, startCommand(1000, -1.25));
  assert.deepEqual(await readControl(path), { kind: 'start', atMs: 1000, clockOffsetMs: -1.25 });
  const { signal } = new AbortController();
  assert.equal(await awaitStop(path, signal, 1), undefined);
  assert.equal(await awaitStop(path, AbortSignal.abort()), undefined);
  await writeFile(path, stopCommand(2500));
  assert.equal(await awaitStop(path, signal), 2500);
});
