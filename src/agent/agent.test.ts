import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { until } from '../../test/support/until.ts';
import { decodeJoinToken, encodeJoinToken } from '../protocol/join-token.ts';
import { Scene } from './testing/scene.ts';
import { TestService } from './testing/test-service.ts';

test('prepares, holds, starts on time, measures, delivers and forgets an execution', async (t) => {
  const scene = await Scene.begin(t);
  const { service } = scene;
  service.skewMs = 3_600_000;
  const agent = scene.startAgent();
  const id = scene.addExecution({ samples: 900, perSecond: 300, leaves: { 'note.txt': 'hello' } });
  await until('it is ready', () => scene.stateOf(id) === 'ready');
  assert.equal(service.frames.get(id), undefined);
  const startAtMs = service.nowMs() + 1500;
  service.want(id, 'run', startAtMs);
  await until('it is delivered', () => scene.stateOf(id) === 'delivered');

  assert.deepEqual(service.states.get(id), ['preparing', 'ready', 'running', 'ended', 'delivered']);
  const outcome = service.statuses.get(id)?.outcome;
  assert.equal(outcome?.samplesProduced, 900);
  assert.equal(outcome?.samplesFramed, 900);
  assert.deepEqual(outcome?.errors, []);
  assert.equal(outcome?.lastSeq, service.contiguousSeq(id));
  assert.equal(scene.storedSamples(id), 900);
  assert.equal(service.duplicates, 0);
  // In service time, which is an hour ahead.
  assert.ok(outcome.firstSampleAtMs !== null && outcome.firstSampleAtMs >= startAtMs - 50);
  for (const { second } of service.frames.get(id)?.values() ?? [])
    assert.ok(second >= Math.floor(startAtMs / 1000) - 1);
  assert.ok(service.logs.get(id)?.includes('wrote 900 samples'));
  assert.ok(service.archives.has(id));
  await until('vitals come', () =>
    service.vitals.some((vitals) => Math.abs(vitals.clockOffsetMs - 3_600_000) < 100),
  );

  service.want(id, 'forget');
  await until('its workspace is gone', () => !existsSync(join(scene.dir, 'executions', id)));
  service.send({ type: 'end', reason: 'the test is over' });
  assert.equal(await agent.exitCode, 0);
  assert.deepEqual(await readdir(scene.dir), []);
});

test('stores the identity readable by its owner only, and does not join again after a restart', async (t) => {
  const scene = await Scene.begin(t);
  const first = scene.startAgent();
  await until('it is connected', () => scene.service.hellos.length === 1);
  assert.equal((await stat(join(scene.dir, 'identity.json'))).mode & 0o777, 0o600);
  first.leave();
  assert.equal(await first.exitCode, 143);
  scene.startAgent({ joinToken: undefined });
  await until('it is connected again', () => scene.service.hellos.length === 2);
  assert.equal(scene.service.joins.length, 1);
});

test('uses the given address of the service instead of the one in its join token, also after a restart', async (t) => {
  const scene = await Scene.begin(t);
  const { joinToken, url } = scene.service;
  const elsewhere = encodeJoinToken({ ...decodeJoinToken(joinToken), url: 'https://127.0.0.1:9' });
  const options = { joinToken: elsewhere, serviceUrl: `${url}/` };
  const first = scene.startAgent(options);
  await until('it is connected', () => scene.service.hellos.length === 1);
  first.leave();
  await first.exitCode;
  scene.startAgent(options);
  await until('it is connected again', () => scene.service.hellos.length === 2);
  assert.equal(scene.service.joins.length, 1);
});

test('refuses to start a second agent in the same folder', async (t) => {
  const scene = await Scene.begin(t);
  scene.startAgent();
  await until('the first is connected', () => scene.service.isConnected);
  await assert.rejects(scene.startAgent().exitCode, /Another agent is running in/);
});

test('ends and removes all files when the service rejects its credential', async (t) => {
  const scene = await Scene.begin(t);
  const agent = scene.startAgent();
  const id = scene.addExecution({ samples: 100_000, perSecond: 100 });
  await until('it is ready', () => scene.stateOf(id) === 'ready');
  scene.service.nodes.clear();
  scene.service.cut();
  assert.equal(await agent.exitCode, 0);
  assert.deepEqual(await readdir(scene.dir), []);
});

test('ends when its folder is deleted, and does not create it again', async (t) => {
  const scene = await Scene.begin(t);
  const agent = scene.startAgent();
  await until('it is connected', () => scene.service.isConnected);
  await rm(scene.dir, { recursive: true });
  assert.equal(await agent.exitCode, 0);
  assert.equal(existsSync(scene.dir), false);
});

test('kills the executions of the former grid and joins again when started with a token of another grid', async (t) => {
  const scene = await Scene.begin(t);
  const other = await TestService.start();
  t.after(() => other.close());
  const first = scene.startAgent();
  const id = scene.addExecution({ samples: 1_000_000, perSecond: 100 });
  await until('it is ready', () => scene.stateOf(id) === 'ready');
  first.leave();
  await first.exitCode;
  scene.startAgent({ joinToken: other.joinToken });
  await until('it has said hello to the other service', () => other.hellos.length > 0);
  assert.deepEqual(other.hellos[0], []);
  assert.deepEqual(await readdir(join(scene.dir, 'executions')), []);
});

test('reports that a join token is required when it has no identity', async (t) => {
  const scene = await Scene.begin(t);
  await assert.rejects(scene.startAgent({ joinToken: undefined }).exitCode, /has not joined a grid yet/);
  await assert.rejects(scene.startAgent({ joinToken: 'rubbish' }).exitCode, /join token is not valid/);
});
