import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { startTarget, steadyPages, type Target } from '../../src/lib/demo-target.ts';
import { hideJava } from '../support/hide-java.ts';
import { plan } from '../support/plan.ts';
import { awaitStatus, createRun } from '../support/run.ts';
import { type Json, startService, type TestService } from '../support/service.ts';

let folder: string;
let cacheDir: string;
let target: Target;
let service: TestService;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spate-programs-'));
  cacheDir = await mkdtemp(join(tmpdir(), 'spate-cache-'));
  target = await startTarget(steadyPages);
  service = await startService({
    PATH: await hideJava(folder),
    SPATE_CACHE_DIR: cacheDir,
  });
});

after(async () => {
  await service?.close();
  await target?.stop();
  await Promise.all([folder, cacheDir].map((path) => rm(path, { recursive: true, force: true })));
});

const proven = () => plan({ port: target.port, threads: '2', loops: '5' });
const unproven = () => proven().replace('testname="Home"', 'testname="Home ${__groovy((int) 1f)}"');

async function refusalOf(engine: string, content: string): Promise<Json> {
  const form = new FormData();
  form.append('run[tool]', 'jmeter');
  form.append('run[engine]', engine);
  form.append('run_files[]', new Blob([content]), 'plan.jmx');
  const answer = await service.fetch('/runs', { method: 'POST', body: form });
  assert.equal(answer.status, 422);
  return answer.json();
}

test('without Java a proven plan runs, and nothing is downloaded', async () => {
  const run = await createRun(service, { files: { 'plan.jmx': proven() } });
  assert.equal(run.engine, 'spate');
  const finished = await awaitStatus(service, run.uuid, 'finished');
  assert.equal(finished.remote_errors, null);
  assert.equal(target.counts()['/']?.requests, 10);
  // The bundle of our engine is built on this machine.
  const downloaded = (await readdir(cacheDir)).filter((name) => !name.startsWith('engine-'));
  assert.deepEqual(downloaded, []);
});

test('without Java a plan for Apache JMeter is rejected with the requirements and the reason', async () => {
  const install = /cannot run Apache JMeter: Java 11 or newer is not installed .*apt-get install/;
  const asked = await refusalOf('apache', proven());
  assert.deepEqual(
    asked.details.map(({ code, field }: Json) => ({ code, field })),
    [{ code: 'tool_unavailable', field: 'run[engine]' }],
  );
  assert.match(asked.details[0].message, install);
  const automatic = await refusalOf('auto', unproven());
  assert.match(automatic.details[0].message, install);
  assert.match(
    automatic.details[0].message,
    /Plan > Users > Home \$\{__groovy\(\(int\) 1f\)\}: The function __groovy/,
  );
});

test('nodes without Java report their engine, and the requirements of the other', async () => {
  const { _embedded } = await service.json('/grids');
  const [shared] = _embedded.grids;
  for (const tools of [shared.tools, shared.nodes[0].tools]) {
    const jmeter = tools.find(({ tool }: Json) => tool === 'jmeter');
    assert.deepEqual([jmeter.available, jmeter.engines], [true, ['spate']]);
    assert.match(jmeter.missing.join(' '), /Java 11 or newer is not installed/);
    assert.equal(tools.find(({ tool }: Json) => tool === 'gatling').available, false);
  }
});
