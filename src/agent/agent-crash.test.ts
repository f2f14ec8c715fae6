import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { isFullSuite } from '../../test/support/suite.ts';
import { until } from '../../test/support/until.ts';
import { Spool } from './spool/spool.ts';
import { Scene } from './testing/scene.ts';

test('loses and duplicates no sample when the agent is killed repeatedly and the connection breaks', async (t) => {
  const scene = await Scene.begin(t);
  const { service } = scene;
  const kills = isFullSuite() ? 4 : 2;
  let agent = scene.spawnAgent();
  // Runs until stopped, so that a slow machine has time for every kill.
  const id = scene.addExecution({ samples: 1_000_000, perSecond: 500 });
  await until('it is ready', () => scene.stateOf(id) === 'ready');
  service.want(id, 'run', service.nowMs() + 200);
  for (let kill = 1; kill <= kills; kill++) {
    const before = service.contiguousSeq(id);
    await until('more frames are stored', () => service.contiguousSeq(id) > before);
    if (kill % 2 === 0) service.cut();
    agent.kill('SIGKILL');
    await once(agent, 'exit');
    agent = scene.spawnAgent();
  }
  service.want(id, 'stop');
  await until('it is delivered', () => scene.stateOf(id) === 'delivered');
  const outcome = service.statuses.get(id)?.outcome;
  const produced = outcome?.samplesProduced ?? 0;
  assert.ok(produced > 0);
  assert.equal(outcome?.samplesFramed, produced);
  assert.equal(scene.storedSamples(id), produced);
  assert.equal(outcome?.lastSeq, service.contiguousSeq(id));
  assert.deepEqual(outcome?.errors, []);
  assert.equal(service.joins.length, 1);
});

test('continues a run while the service is down and delivers all results when it is back', async (t) => {
  const scene = await Scene.begin(t);
  const { service } = scene;
  scene.startAgent();
  // Runs until stopped, so that the service is down before its end on a slow machine too.
  const id = scene.addExecution({ samples: 1_000_000, perSecond: 500 });
  await until('it is ready', () => scene.stateOf(id) === 'ready');
  service.want(id, 'run', service.nowMs());
  await until('frames come', () => service.contiguousSeq(id) > 0);
  await service.close();
  await writeFile(join(scene.dir, 'executions', id, 'tool', 'stop'), '');
  await until('the tool is over', async () => {
    const state = await readFile(join(scene.dir, 'executions', id, 'state.json'), 'utf8');
    return JSON.parse(state).outcome !== null;
  });
  assert.notEqual(scene.stateOf(id), 'ended');
  await service.listen();
  await until('it is delivered', () => scene.stateOf(id) === 'delivered');
  const produced = service.statuses.get(id)?.outcome?.samplesProduced;
  assert.ok(produced);
  assert.equal(scene.storedSamples(id), produced);
  assert.ok(service.archives.has(id));
});

test('leaves the tool running when the agent is stopped, and the next agent adopts it', async (t) => {
  const scene = await Scene.begin(t);
  const { service } = scene;
  const first = scene.spawnAgent();
  const id = scene.addExecution({ samples: 2000, perSecond: 500 });
  await until('it is ready', () => scene.stateOf(id) === 'ready');
  first.kill('SIGTERM');
  const [leftHeld] = await once(first, 'exit');
  assert.equal(leftHeld, 143);
  const second = scene.spawnAgent();
  await until('the second has said hello', () => service.hellos.length === 2);
  assert.equal(service.hellos[1]?.[0]?.state, 'ready');
  service.want(id, 'run', service.nowMs());
  await until('frames come', () => service.contiguousSeq(id) > 0);
  second.kill('SIGTERM');
  const [leftRunning] = await once(second, 'exit');
  assert.equal(leftRunning, 143);
  scene.spawnAgent();
  await until('it is delivered', () => scene.stateOf(id) === 'delivered');
  assert.equal(scene.storedSamples(id), 2000);
});

test('restarts the preparation when the agent was killed during it', async (t) => {
  const scene = await Scene.begin(t);
  const { service } = scene;
  const agent = scene.spawnAgent();
  let isBlocked = true;
  service.intercept = (request) => isBlocked && (request.url ?? '').includes('/files/');
  const id = scene.addExecution({ samples: 100, perSecond: 1000 });
  await until('it is preparing', () => service.statuses.get(id)?.progress === 'Downloading plan.json');
  agent.kill('SIGKILL');
  await once(agent, 'exit');
  isBlocked = false;
  scene.spawnAgent();
  await until('it is ready', () => scene.stateOf(id) === 'ready');
  service.want(id, 'run', service.nowMs());
  await until('it is delivered', () => scene.stateOf(id) === 'delivered');
  assert.equal(scene.storedSamples(id), 100);
});

test('reconnects when the service stops responding', async (t) => {
  const scene = await Scene.begin(t);
  scene.service.isSilent = true;
  scene.startAgent();
  await until('it is connected', () => scene.service.isConnected);
  scene.service.isSilent = false;
  await until('it says hello again', () => scene.service.hellos.length > 0);
});

test('ends an execution that crashes its agent repeatedly without progress, and reports it', async (t) => {
  const scene = await Scene.begin(t);
  const { service } = scene;
  const agent = scene.spawnAgent();
  const id = scene.addExecution({ samples: 100_000, perSecond: 100 });
  await until('it is ready', () => scene.stateOf(id) === 'ready');
  service.want(id, 'run', service.nowMs());
  await until('frames come', () => service.contiguousSeq(id) > 0);
  agent.kill('SIGKILL');
  await once(agent, 'exit');
  const folder = join(scene.dir, 'executions', id);
  const spool = await Spool.open(join(folder, 'spool'));
  const { lastSeq } = spool.progress;
  await spool.close();
  const state = JSON.parse(await readFile(join(folder, 'state.json'), 'utf8'));
  assert.equal(state.takeovers, undefined);
  await writeFile(join(folder, 'state.json'), JSON.stringify({ ...state, takeovers: { lastSeq, count: 9 } }));
  scene.spawnAgent();
  await until('it is delivered', () => scene.stateOf(id) === 'delivered');
  const outcome = service.statuses.get(id)?.outcome;
  assert.match(outcome?.errors.join(' ') ?? '', /The agent crashed 10 times in a row/);
  assert.equal(scene.storedSamples(id), outcome?.samplesFramed);
});
