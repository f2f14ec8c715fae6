import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { NeedName } from '../../src/cli/system/needs.ts';
import { systemNeeds } from '../../src/cli/system/needs.ts';
import { machineLimits } from './machine-limits.ts';
import { needs } from './needs.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { rareNeeds } from './test-file-needs.ts';

const script = fileURLToPath(new URL('run-tests.ts', import.meta.url));
const usual = (Object.keys(systemNeeds) as NeedName[]).filter((name) => !rareNeeds.includes(name));
const skip = needs(...usual);

/** Runs the runner with CI=true on a test that is skipped for this reason, and one that is not. */
async function runSkipping(t: TestContext, reason: string) {
  const folder = await temporaryFolder(t);
  await writeFile(
    join(folder, 'a.test.ts'),
    `import { test } from 'node:test';
    test('sends', { skip: '${reason}' }, () => {});
    test('receives', () => {});`,
  );
  const { PATH, HOME } = process.env;
  return spawnSync(process.execPath, [script, join(folder, '*.test.ts')], {
    encoding: 'utf8',
    env: { PATH, HOME, TMPDIR: folder, CI: 'true', NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '' },
  });
}

for (const limit of Object.values(machineLimits)) {
  test(`CI=true accepts and lists a test that is skipped because ${limit}`, { skip }, async (t) => {
    const { status, stdout } = await runSkipping(t, `${limit}: EPERM`);
    assert.equal(status, 0, stdout);
    assert.match(
      stdout,
      new RegExp(`Accepted: 1 tests were skipped because ${limit}:\n.*a.test.ts › sends: EPERM$`, 'm'),
    );
    assert.match(stdout, /^# skipped 1$/m);
  });
}

test('CI=true rejects a test that is skipped for another reason', { skip }, async (t) => {
  const { status, stdout, stderr } = await runSkipping(t, 'only root may');
  assert.equal(status, 1);
  assert.match(stdout, /1 tests were SKIPPED[\s\S]*sends \(only root may\)/);
  assert.match(stderr, /CI=true allows no test to be skipped\.$/m);
});
