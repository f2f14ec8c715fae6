import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { hideJava } from '../support/hide-java.ts';
import { inheritedVariables } from '../support/inherited-variables.ts';

const spate = fileURLToPath(new URL('../../bin/spate.mjs', import.meta.url));

async function runDemo(temporaryFolder: string, cacheDir: string, programs: string, ...hidden: string[]) {
  const child = spawn(process.execPath, [spate, 'demo', '--seconds', '6'], {
    env: {
      HOME: process.env.HOME,
      PATH: await hideJava(programs, ...hidden),
      TMPDIR: temporaryFolder,
      SPATE_CACHE_DIR: cacheDir,
      ...inheritedVariables(),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { code, stdout, stderr };
}

test('two concurrent demos, without Java and one without bubblewrap, match their targets and clean up', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'spate-e2e-'));
  t.after(() => rm(folder, { recursive: true }));
  const [programs, fewer] = await Promise.all([
    mkdtemp(join(tmpdir(), 'spate-programs-')),
    mkdtemp(join(tmpdir(), 'spate-programs-')),
  ]);
  t.after(() => Promise.all([programs, fewer].map((each) => rm(each, { recursive: true }))));
  const cache = join(programs, 'cache');
  const [one, other] = await Promise.all([
    runDemo(folder, cache, programs),
    runDemo(folder, cache, fewer, 'bwrap'),
  ]);
  assert.match(other.stdout, /^bubblewrap is not available: the demo runs its plan without a sandbox\.$/m);
  for (const { code, stdout, stderr } of [one, other]) {
    assert.equal(code, 0, stdout + stderr);
    assert.match(stdout, /^Checkout +\/checkout +[1-9]\d* +\d+ +[1-9]\d* +\d+ +equal$/m);
    assert.doesNotMatch(stdout, /DIFFERENT/);
    assert.match(stdout, /runs on Spate's own engine/);
    assert.match(stdout, /^The counts match\.$/m);
    assert.match(stdout, /^Run \w+ created: https:\/\/127\.0\.0\.1:\d+\/app\/runs\/\w+$/m);
    assert.match(stdout, /^Demo finished\./m);
  }
  assert.deepEqual(await readdir(folder), []);
});
