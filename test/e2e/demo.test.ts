import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { needs } from '../support/needs.ts';

const spate = fileURLToPath(new URL('../../bin/spate.mjs', import.meta.url));

async function runDemo(temporaryFolder: string) {
  const child = spawn(process.execPath, [spate, 'demo', '--seconds', '6'], {
    env: { ...process.env, TMPDIR: temporaryFolder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { code, stdout, stderr };
}

test('two demos at once agree with their targets, and leave nothing behind', {
  skip: needs('java', 'maven'),
}, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'spate-e2e-'));
  t.after(() => rm(folder, { recursive: true }));
  for (const { code, stdout, stderr } of await Promise.all([runDemo(folder), runDemo(folder)])) {
    assert.equal(code, 0, stdout + stderr);
    assert.match(stdout, /^Checkout +\/checkout +[1-9]\d* +\d+ +[1-9]\d* +\d+ +equal$/m);
    assert.doesNotMatch(stdout, /DIFFERENT/);
    assert.match(stdout, /^They agree\.$/m);
    assert.match(stdout, /Its page: https:\/\/127\.0\.0\.1:\d+\/app\/runs\/\w+$/m);
    assert.match(stdout, /^The demo is over and its service stops\./m);
  }
  assert.deepEqual(await readdir(folder), []);
});
