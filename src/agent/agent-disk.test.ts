import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { until } from '../../test/support/until.ts';
import { Scene } from './testing/scene.ts';

const canMount =
  spawnSync('unshare', ['--map-root-user', '--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;

test('ends the execution with the samples so far and an error message when the disk is full', {
  skip: canMount ? false : 'this system does not allow the test to mount a small disk',
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
    `The disk of the node is full. Measurement stopped after ${outcome?.samplesFramed} samples.`,
  ]);
  assert.equal(outcome.samplesProduced, 1000);
  assert.ok(service.archives.has(id));
  service.send({ type: 'end', reason: 'the test is over' });
  await until('the agent has gone', () => !service.isConnected);
});

test('ends an execution that exceeds its disk quota and keeps all samples', async (t) => {
  const scene = await Scene.begin(t);
  const { service } = scene;
  scene.startAgent({ diskBytesPerExecution: 2 * 2 ** 20 });
  const id = scene.addExecution({ samples: 300, perSecond: 1000, writesBytes: 3 * 2 ** 20 });
  await until('it is ready', () => scene.stateOf(id) === 'ready');
  service.want(id, 'run', service.nowMs());
  await until('it is delivered', () => scene.stateOf(id) === 'delivered');
  const outcome = service.statuses.get(id)?.outcome;
  assert.deepEqual(
    [outcome?.samplesProduced, outcome?.samplesFramed, scene.storedSamples(id)],
    [300, 300, 300],
  );
  assert.deepEqual(outcome?.errors, [
    "The run used more than 2 MB of the node's disk (SPATE_EXECUTION_DISK_MB). Measurement stopped after 300 samples.",
  ]);
});

test('sends a rejected archive again without results, and ends the run without an archive if that is rejected too', async (t) => {
  const scene = await Scene.begin(t);
  const { service } = scene;
  scene.startAgent({ fullDiskTimeoutMs: 0 });
  const noise = randomBytes(100_000).toString('base64');
  const run = async () => {
    const id = scene.addExecution({ samples: 5, perSecond: 100, leaves: { 'noise.txt': noise } });
    await until('it is ready', () => scene.stateOf(id) === 'ready');
    service.want(id, 'run', service.nowMs());
    await until('it is delivered', () => scene.stateOf(id) === 'delivered');
    return { id, errors: service.statuses.get(id)?.errors };
  };
  service.archiveRoomBytes = 50_000;
  const small = await run();
  assert.deepEqual(small.errors, []);
  assert.ok((service.archives.get(small.id)?.length ?? Number.POSITIVE_INFINITY) < 50_000);
  service.archiveRoomBytes = 10;
  const none = await run();
  assert.deepEqual(none.errors, [
    'The service did not store the archive of this node. The disk of the service is full.',
  ]);
  assert.equal(service.archives.has(none.id), false);
  assert.equal(scene.storedSamples(none.id), 5);
});

test('waits until the disk of the service has space for the archive', async (t) => {
  const scene = await Scene.begin(t);
  const { service } = scene;
  scene.startAgent();
  service.archiveRoomBytes = 10;
  const id = scene.addExecution({ samples: 5, perSecond: 100 });
  await until('it is ready', () => scene.stateOf(id) === 'ready');
  service.want(id, 'run', service.nowMs());
  await until('its archive waits', () =>
    service.statuses.get(id)?.progress?.includes('waiting for disk space'),
  );
  service.archiveRoomBytes = Number.POSITIVE_INFINITY;
  await until('it is delivered', () => scene.stateOf(id) === 'delivered');
  assert.deepEqual(service.statuses.get(id)?.errors, []);
  assert.ok(service.archives.has(id));
});
