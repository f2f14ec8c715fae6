import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { trustCa } from '../../src/cli/service/trust.ts';
import { needsTerminal, openTerminal } from '../support/cli.ts';
import { hideJava } from '../support/hide-java.ts';
import { inheritedVariables } from '../support/inherited-variables.ts';
import { notTested } from '../support/not-tested.ts';
import { isFullSuite } from '../support/suite.ts';

const spate = fileURLToPath(new URL('../../bin/spate.mjs', import.meta.url));

async function environment(temporaryFolder: string, cacheDir: string, programs: string, ...hidden: string[]) {
  return {
    HOME: process.env.HOME ?? '',
    PATH: await hideJava(programs, ...hidden),
    TMPDIR: temporaryFolder,
    SPATE_CACHE_DIR: cacheDir,
    ...inheritedVariables(),
  };
}

async function runDemo(env: Record<string, string>) {
  const child = spawn(process.execPath, [spate, 'demo', '--seconds', '6'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  assert.equal(code, 0, stdout + stderr);
  assert.match(stdout, /^Demo finished\./m);
  return stdout;
}

/** Stays up until Ctrl-C. Returns its output. */
async function runDemoInTerminal(t: TestContext, env: Record<string, string>) {
  const session = openTerminal(['demo', '--seconds', '6'], { cwd: env.TMPDIR ?? '', env });
  t.after(() => session.close());
  const [, origin = '', run, secret = ''] = await session.sees(
    /^Open this: (https:\S+)\/app\/sign-in\?then=\/app\/runs\/(\w{22})#(\S+)$/m,
  );
  await session.sees(/^The service runs until you press Ctrl-C\.$/m);
  const [, dataDir = ''] = await session.sees(/Another one: spate open last --data-dir (\S+)$/m);
  trustCa(await readFile(join(dataDir, 'ca.pem'), 'utf8'));
  const use = () =>
    fetch(`${origin}/sign-in-links/use`, {
      method: 'POST',
      body: new URLSearchParams({ 'link[secret]': secret }),
    });
  const cookie = (await use()).headers.get('set-cookie')?.split(';')[0] ?? '';
  const seen = await fetch(`${origin}/app/api/runs/${run}`, { headers: { cookie } });
  assert.equal(seen.status, 200);
  assert.equal((await use()).status, 401);
  session.type('\u0003');
  assert.equal(await session.exit(), 0);
  await assert.rejects(fetch(`${origin}/healthz`));
  return session.text();
}

/** In the full suite beside another, which runs from the sources and without bubblewrap. */
test('a demo in a terminal, without Java, matches its target and cleans up', {
  skip: needsTerminal(),
}, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'spate-e2e-'));
  t.after(() => rm(folder, { recursive: true }));
  const [programs, fewer] = await Promise.all([
    mkdtemp(join(tmpdir(), 'spate-programs-')),
    mkdtemp(join(tmpdir(), 'spate-programs-')),
  ]);
  t.after(() => Promise.all([programs, fewer].map((each) => rm(each, { recursive: true }))));
  const cache = join(programs, 'cache');
  const [one, other] = await Promise.all([
    runDemoInTerminal(t, await environment(folder, cache, programs)),
    isFullSuite() ? runDemo(await environment(folder, cache, fewer, 'bwrap')) : undefined,
  ]);
  if (other === undefined) notTested('the demo without bubblewrap');
  else assert.match(other, /^bubblewrap is not available: the demo runs its plan without a sandbox\.$/m);
  for (const shown of [one, other].filter((each) => each !== undefined)) {
    assert.match(shown, /^Checkout +\/checkout +[1-9]\d* +\d+ +[1-9]\d* +\d+ +equal$/m);
    assert.doesNotMatch(shown, /DIFFERENT/);
    assert.match(shown, /runs on Spate's own engine/);
    assert.match(shown, /^The counts match\.$/m);
    assert.match(shown, /^Run \w+ created: https:\/\/127\.0\.0\.1:\d+\/app\/runs\/\w+$/m);
  }
  assert.deepEqual(await readdir(folder), []);
});
