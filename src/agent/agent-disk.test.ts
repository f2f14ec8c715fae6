import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { until } from '../../test/support/until.ts';
import { Scene } from './testing/scene.ts';

const canMount =
  spawnSync('unshare', ['--map-root-user', '--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;

test('a full disk ends the execution with the numbers so far and a readable sentence', {
  skip: canMount ? false : 'this system lets nobody mount a small disk for the test',
}, async (t) => {
  const scene = await Scene.begin(t);
  const { service } = scene;
  scene.spawnAgentOnDisk(4 * 1024 * 1024);
  const id = scene.addExecution({ samples: 1000, perSecond: 1000, fillsDisk: true });
  await until('it is ready', () => scene.stateOf(id) === 'ready');
  service.want(id, 'run', service.nowMs());
  await until('it is delivered', () => scene.stateOf(id) === 'delivered');
  const outcome = service.statuses.get(id)?.outcome;
  assert.equal(outcome?.samplesFramed, scene.storedSamples(id));
  assert.deepEqual(outcome?.errors, [
    `The disk of the node is full: measuring ended after ${outcome?.samplesFramed} samples.`,
  ]);
  assert.equal(outcome.samplesProduced, 1000);
  assert.ok(service.archives.has(id));
  service.send({ type: 'end', reason: 'the test is over' });
  await until('the agent has gone', () => !service.isConnected);
});
