import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { until } from '../../test/support/until.ts';
import { askHealth } from './health-socket.ts';
import { Scene } from './testing/scene.ts';

test('an agent reports whether it is connected, also after one was killed in its folder', async (t) => {
  const scene = await Scene.begin(t);
  assert.equal(await askHealth(scene.dir), 'missing');
  const killed = scene.spawnAgent();
  await until('it is connected', async () => (await askHealth(scene.dir)) === 'connected');
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  assert.equal(await askHealth(scene.dir), 'missing');

  const agent = scene.startAgent();
  await until('it is connected again', async () => (await askHealth(scene.dir)) === 'connected');
  await scene.service.close();
  await until('it is disconnected', async () => (await askHealth(scene.dir)) === 'disconnected');
  agent.leave();
  await agent.exitCode;
  assert.equal(await askHealth(scene.dir), 'missing');
});
