import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { enginesOfSuite, needsOfEngine } from '../../test/support/engines.ts';
import { until } from '../../test/support/until.ts';
import type { PlanEngine } from '../domain/engine.ts';
import { startTarget, testContext } from '../tools/execution.fixture.ts';
import { httpRequest, plan, threadGroup } from '../tools/jmeter/plan.fixture.ts';
import { executionSpec, Scene } from './testing/scene.ts';

const context = testContext();

for (const engine of enginesOfSuite) {
  test(
    `${engine}: target, frames and engine report the same counts when the agent is killed and disconnected`,
    {
      skip: needsOfEngine(engine),
    },
    (t) => examine(t, engine),
  );
}

async function examine(t: TestContext, engine: PlanEngine): Promise<void> {
  await using target = await startTarget();
  const scene = await Scene.begin(t);
  const { service } = scene;
  const users = threadGroup({ users: 5, loops: 200 }, httpRequest(target.url, '/slow/40', 'home'));
  const spec = executionSpec({ engine, files: [service.addFile('plan.jmx', plan(users))] });
  const id = spec.executionId;
  service.desired.set(id, { spec, want: 'prepare', startAtMs: null });

  let agent = scene.spawnRealAgent(context.cacheDir);
  await until(
    'it is ready',
    () => scene.stateOf(id) === 'ready' || service.statuses.get(id)?.outcome,
    600_000,
  );
  assert.deepEqual(service.statuses.get(id)?.errors, []);
  const startAtMs = service.nowMs() + 500;
  service.want(id, 'run', startAtMs);
  await until('frames are stored', () => service.contiguousSeq(id) >= 2);
  agent.kill('SIGKILL');
  await once(agent, 'exit');
  agent = scene.spawnRealAgent(context.cacheDir);
  const before = service.contiguousSeq(id);
  await until('more frames are stored', () => service.contiguousSeq(id) > before + 1);
  service.cut();
  await until('it is delivered', () => scene.stateOf(id) === 'delivered');

  const outcome = service.statuses.get(id)?.outcome;
  assert.deepEqual(outcome?.errors, []);
  assert.equal(outcome?.exitCode, 0);
  assert.equal(target.requests.length, 1000);
  assert.equal(outcome?.samplesProduced, 1000);
  assert.equal(outcome?.samplesFramed, 1000);
  assert.equal(scene.storedSamples(id), 1000);
  assert.equal(outcome?.lastSeq, service.contiguousSeq(id));
  assert.ok((outcome?.firstSampleAtMs ?? 0) >= startAtMs);
  const archive = gunzipSync(service.archives.get(id) ?? Buffer.alloc(0)).toString('latin1');
  for (const name of ['flood/files/plan.jmx', 'flood/results/jmeter.log', 'flood/results/results.jtl']) {
    assert.ok(archive.includes(name), name);
  }
  assert.equal(archive.split('\n').filter((line) => /^\d{13},\d+,home,200/.test(line)).length, 1000);
}
