import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { until } from '../../test/support/until.ts';
import { silentLog } from '../lib/log.ts';
import { loadIdentity } from './identity.ts';
import { Scene } from './testing/scene.ts';
import { scriptedTool } from './testing/scripted-tool.ts';

const clean = {
  exitCode: null,
  signal: null,
  errors: [],
  samplesProduced: 0,
  samplesFramed: 0,
  lastSeq: 0,
  firstSampleAtMs: null,
};

test('a stop during preparation ends the execution without samples or errors', async (t) => {
  const scene = await Scene.begin(t);
  const { service } = scene;
  const slow = {
    ...scriptedTool,
    provision: (context: { signal: AbortSignal }) =>
      new Promise<void>((_, reject) => {
        context.signal.addEventListener('abort', () => reject(new Error('the download was broken off')));
      }),
  };
  scene.startAgent({}, { tools: [slow] });
  const id = scene.addExecution({ samples: 10, perSecond: 10 });
  await until('it prepares', () => service.statuses.get(id)?.progress === 'Preparing the tool');
  service.want(id, 'stop');
  await until('it is delivered', () => scene.stateOf(id) === 'delivered');
  assert.deepEqual(service.statuses.get(id)?.outcome, clean);
  assert.ok(service.archives.has(id));
});

test('downloads files while the tool is prepared, and a problem of one ends the other', async (t) => {
  const scene = await Scene.begin(t);
  const { service } = scene;
  let isAsked = false;
  service.intercept = (request) => {
    isAsked ||= (request.url ?? '').includes('/files/');
    // Without a response the download never ends.
    return (request.url ?? '').includes('/files/');
  };
  const failing = {
    ...scriptedTool,
    async provision() {
      await until('a file is requested', () => isAsked);
      throw new Error('the toolchain is broken');
    },
  };
  scene.startAgent({}, { tools: [failing] });
  const id = scene.addExecution({ samples: 10, perSecond: 10 });
  await until('it is delivered', () => scene.stateOf(id) === 'delivered');
  assert.match(service.statuses.get(id)?.outcome?.errors.join() ?? '', /the toolchain is broken/);
});

test('a stop before the start time ends the execution without samples or errors', async (t) => {
  const scene = await Scene.begin(t);
  const { service } = scene;
  scene.startAgent();
  const held = scene.addExecution({ samples: 10_000, perSecond: 10 });
  const released = scene.addExecution({ samples: 10_000, perSecond: 10 });
  for (const id of [held, released]) await until('it is ready', () => scene.stateOf(id) === 'ready');
  service.want(released, 'run', service.nowMs() + 60_000);
  await until('it is released', () => scene.stateOf(released) === 'running');
  for (const id of [held, released]) {
    service.want(id, 'stop');
    await until('it is delivered', () => scene.stateOf(id) === 'delivered');
    assert.deepEqual(service.statuses.get(id)?.outcome, clean);
  }
});

test('reports an execution as ended that is stopped before the node knows it', async (t) => {
  const scene = await Scene.begin(t);
  const id = scene.addExecution({ samples: 10, perSecond: 10 });
  scene.service.want(id, 'stop');
  scene.startAgent();
  await until('it is delivered', () => scene.stateOf(id) === 'delivered');
  assert.deepEqual(scene.service.statuses.get(id)?.outcome, clean);
});

test('stops a running tool gracefully and keeps all samples', async (t) => {
  const scene = await Scene.begin(t);
  const { service } = scene;
  scene.startAgent();
  const id = scene.addExecution({ samples: 1_000_000, perSecond: 1000 });
  await until('it is ready', () => scene.stateOf(id) === 'ready');
  service.want(id, 'run', service.nowMs());
  await until('frames come', () => service.contiguousSeq(id) > 0);
  service.want(id, 'stop');
  await until('it is delivered', () => scene.stateOf(id) === 'delivered');
  const outcome = service.statuses.get(id)?.outcome;
  assert.deepEqual(outcome?.errors, []);
  assert.ok(outcome.samplesProduced > 0);
  assert.equal(scene.storedSamples(id), outcome.samplesProduced);
});

test('kills a tool that does not stop within its grace, and reports it', async (t) => {
  const scene = await Scene.begin(t);
  const { service } = scene;
  scene.startAgent();
  const id = scene.addExecution({ samples: 1_000_000, perSecond: 500, ignoresStop: true }, { stopGraceS: 1 });
  await until('it is ready', () => scene.stateOf(id) === 'ready');
  service.want(id, 'run', service.nowMs());
  await until('frames come', () => service.contiguousSeq(id) > 0);
  service.want(id, 'stop');
  await until('it is delivered', () => scene.stateOf(id) === 'delivered');
  const outcome = service.statuses.get(id)?.outcome;
  assert.deepEqual(outcome?.errors, ['The tool did not stop within 1 s and was killed.']);
  assert.equal(scene.storedSamples(id), outcome.samplesProduced);
});

test('stops an overdue run on the node while the service is down, and reports it', async (t) => {
  const scene = await Scene.begin(t);
  const { service } = scene;
  scene.startAgent();
  const id = scene.addExecution({ samples: 1_000_000, perSecond: 500 }, { stopAfterS: 2 });
  await until('it is ready', () => scene.stateOf(id) === 'ready');
  service.want(id, 'run', service.nowMs());
  await until('frames come', () => service.contiguousSeq(id) > 0);
  await until('it is delivered', () => scene.stateOf(id) === 'delivered');
  const outcome = service.statuses.get(id)?.outcome;
  assert.deepEqual(outcome?.errors, ['Timed out after 2 s: the run did not end, so the node stopped it.']);
  assert.equal(scene.storedSamples(id), outcome.samplesProduced);
});

test('kills a tool immediately on kill, and removes an execution that the service no longer lists', async (t) => {
  const scene = await Scene.begin(t);
  const { service } = scene;
  scene.startAgent();
  const plan = { samples: 1_000_000, perSecond: 500, ignoresStop: true };
  const killed = scene.addExecution(plan, { stopGraceS: 600 });
  const dropped = scene.addExecution(plan, { stopGraceS: 600 });
  for (const id of [killed, dropped]) {
    await until('it is ready', () => scene.stateOf(id) === 'ready');
    service.want(id, 'run', service.nowMs());
  }
  for (const id of [killed, dropped]) await until('frames come', () => service.contiguousSeq(id) > 0);
  service.want(killed, 'kill');
  await until('it is delivered', () => scene.stateOf(killed) === 'delivered');
  service.desired.delete(dropped);
  service.sendDesired();
  await until('it is gone', async () => {
    const names = await readdir(join(scene.dir, 'executions'));
    return names.length === 1 && names[0] === killed;
  });
});

test('reports why a preparation failed', async (t) => {
  const scene = await Scene.begin(t);
  const { service } = scene;
  const broken = scene.addExecution({ samples: 1, perSecond: 1, isBroken: true });
  const gone = scene.addExecution({ samples: 1, perSecond: 1 });
  service.files.delete(service.desired.get(gone)?.spec.files[0]?.id ?? '');
  const altered = scene.addExecution({ samples: 1, perSecond: 1 });
  service.files.set(
    service.desired.get(altered)?.spec.files[0]?.id ?? '',
    Buffer.from('{"samples":1,"perSecond":2}'),
  );
  const escaping = scene.addExecution(
    { samples: 1, perSecond: 1 },
    { files: [{ ...service.addFile('x', 'x'), name: '../../x' }] },
  );
  const zipped = scene.addExecution(
    { samples: 1, perSecond: 1 },
    { files: [service.addFile('data.zip', 'this is no zip file')] },
  );
  const unknown = scene.addExecution({ samples: 1, perSecond: 1 }, { tool: 'gatling' });
  scene.startAgent();
  const expected: [string, RegExp][] = [
    [broken, /^The plan needs a class that is not there\.$/],
    [gone, /no longer has the file plan\.json/],
    [altered, /The checksum of plan\.json is wrong/],
    [escaping, /is not a valid file name/],
    [zipped, /data\.zip/],
    [unknown, /tool gatling/],
  ];
  for (const [id, pattern] of expected) {
    await until('it is delivered', () => scene.stateOf(id) === 'delivered');
    const status = service.statuses.get(id);
    assert.deepEqual(service.states.get(id)?.slice(-2), ['ended', 'delivered']);
    assert.equal(status?.outcome?.errors.length, 1);
    assert.match(status.outcome.errors[0] ?? '', pattern);
    assert.equal(status.outcome.samplesProduced, 0);
  }
  assert.ok(!existsSync(join(scene.dir, 'x')));
});

test('stops tools, delivers results and ends when the grid expires', async (t) => {
  const scene = await Scene.begin(t);
  const { service } = scene;
  const agent = scene.startAgent();
  const id = scene.addExecution({ samples: 1_000_000, perSecond: 500 });
  await until('it is ready', () => scene.stateOf(id) === 'ready');
  service.want(id, 'run', service.nowMs());
  await until('frames come', () => service.contiguousSeq(id) > 0);
  service.send({ type: 'welcome', nodeId: 'x', endsAtMs: service.nowMs() + 100 });
  assert.equal(await agent.exitCode, 0);
  assert.equal(scene.stateOf(id), 'delivered');
  assert.equal(scene.storedSamples(id), service.statuses.get(id)?.outcome?.samplesProduced);
  assert.deepEqual(await readdir(scene.dir), []);
});

test('drains on a stop signal: stops tools and delivers their results before it exits', async (t) => {
  const scene = await Scene.begin(t);
  const { service } = scene;
  const agent = scene.startAgent({ drainForMs: 60_000, name: 'pod-1' });
  const id = scene.addExecution({ samples: 1_000_000, perSecond: 500 });
  await until('it is ready', () => scene.stateOf(id) === 'ready');
  service.want(id, 'run', service.nowMs());
  await until('frames come', () => service.contiguousSeq(id) > 0);
  agent.leave();
  assert.equal(await agent.exitCode, 143);
  assert.equal(scene.stateOf(id), 'delivered');
  assert.equal(scene.storedSamples(id), service.statuses.get(id)?.outcome?.samplesProduced);
});

test('stops tools, delivers results and ends when the cloud takes the machine back', async (t) => {
  const scene = await Scene.begin(t);
  const { service } = scene;
  let end: Date | undefined;
  const agent = scene.startAgent(
    {},
    { tools: [scriptedTool], notices: { cloud: 'AWS', look: async () => end } },
  );
  const id = scene.addExecution({ samples: 1_000_000, perSecond: 500 });
  await until('it is ready', () => scene.stateOf(id) === 'ready');
  service.want(id, 'run', service.nowMs());
  await until('frames come', () => service.contiguousSeq(id) > 0);
  end = new Date(Date.now() + 120_000);
  assert.equal(await agent.exitCode, 0);
  assert.equal(scene.stateOf(id), 'delivered');
  const outcome = service.statuses.get(id)?.outcome;
  assert.equal(scene.storedSamples(id), outcome?.samplesProduced);
  assert.match(outcome?.errors.join() ?? '', /^AWS takes the spot machine back at \d\d:\d\d:\d\d UTC\./);
});

test('ends when the grid expires while the service is down, after the delivery deadline', async (t) => {
  const scene = await Scene.begin(t);
  const { service } = scene;
  const agent = scene.startAgent({ deliverForMs: 3000 });
  const id = scene.addExecution({ samples: 1_000_000, perSecond: 500 });
  await until('it is ready', () => scene.stateOf(id) === 'ready');
  service.want(id, 'run', service.nowMs());
  await until('frames come', () => service.contiguousSeq(id) > 0);
  service.endsAtMs = service.nowMs() + 2000;
  service.send({ type: 'welcome', nodeId: 'x', endsAtMs: service.endsAtMs });
  await until('the node knows the end', async () => {
    const identity = await loadIdentity(scene.dir, silentLog);
    return identity?.endsAtMs === service.endsAtMs;
  });
  await service.close();
  assert.equal(await agent.exitCode, 0);
  assert.deepEqual(await readdir(scene.dir), []);
});

test('kills a tool that can no longer be controlled, and reports why', async (t) => {
  const scene = await Scene.begin(t);
  const { service } = scene;
  const release = async () => {
    throw new Error('the barrier is gone');
  };
  scene.startAgent({}, { tools: [{ ...scriptedTool, release }] });
  const id = scene.addExecution({ samples: 10, perSecond: 10 });
  await until('it is ready', () => scene.stateOf(id) === 'ready');
  service.want(id, 'run', service.nowMs());
  await until('it is delivered', () => scene.stateOf(id) === 'delivered');
  assert.deepEqual(service.statuses.get(id)?.outcome?.errors, [
    'Controlling the tool failed: the barrier is gone',
  ]);
});

test('does not treat the grid as expired because of a wrong local clock', async (t) => {
  const scene = await Scene.begin(t);
  const { service } = scene;
  // This machine's clock is ten hours ahead of the service; the grid expires in one hour.
  service.skewMs = -10 * 3_600_000;
  service.endsAtMs = service.nowMs() + 3_600_000;
  scene.startAgent();
  const id = scene.addExecution({ samples: 10, perSecond: 10 });
  await until('it is ready', () => scene.stateOf(id) === 'ready');
  service.want(id, 'run', service.nowMs());
  await until('it is delivered', () => scene.stateOf(id) === 'delivered');
  assert.equal(scene.storedSamples(id), 10);
});

test('removes the control group of an execution that was stopped before its start', async (t) => {
  const scene = await Scene.begin(t);
  const { service } = scene;
  scene.startAgent();
  const id = scene.addExecution({ samples: 10, perSecond: 10 });
  await until('it is ready', () => scene.stateOf(id) === 'ready');
  const group = join(scene.dir, 'group');
  await mkdir(group);
  await writeFile(join(scene.dir, 'executions', id, 'tool', 'cgroups'), group);
  service.want(id, 'stop');
  await until('it is delivered', () => scene.stateOf(id) === 'delivered');
  service.want(id, 'forget');
  await until('its folder is gone', () => !existsSync(join(scene.dir, 'executions', id)));
  assert.equal(existsSync(group), false);
});
