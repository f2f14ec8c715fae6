import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { joinTokenIn } from '../../src/contract/join-command.ts';
import { startTarget, steadyPages, type Target } from '../../src/lib/demo-target.ts';
import { sql } from '../support/database.ts';
import { startHeldTarget } from '../support/held-target.ts';
import { createHostedGrid } from '../support/hosted-grid.ts';
import { startJoiningAgent } from '../support/joining-agent.ts';
import { needs } from '../support/needs.ts';
import { plan } from '../support/plan.ts';
import { awaitStatus, countEverywhere, createRun } from '../support/run.ts';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const skip = needs('java', 'maven');
let service: TestService;
let target: Target;
let folder: string;

before(async () => {
  if (skip) return;
  folder = await mkdtemp(join(tmpdir(), 'spate-joined-'));
  target = await startTarget(steadyPages);
  service = await startService({}, { hasPublicUrl: true });
});
after(async () => {
  await service?.close();
  await target?.stop();
  if (folder) await rm(folder, { recursive: true });
});

test('a machine joins a hosted grid with its command, runs, and is released when the grid ends', {
  skip,
}, async () => {
  const grid = await createHostedGrid(service);
  const token = joinTokenIn(grid.join_command);
  const agent = startJoiningAgent(join(folder, 'one'), token);
  const exited = once(agent, 'exit');
  await until(
    'the grid is started',
    async () => (await service.json(`/grids/${grid.uuid}`)).status === 'started',
  );
  const run = await createRun(service, {
    grids: [['uuid', grid.uuid]],
    files: { 'plan.jmx': plan({ port: target.port, path: '/', loops: '50' }) },
  });
  const finished = await awaitStatus(service, run.uuid, 'finished');
  assert.equal(finished.remote_errors, null);
  assert.deepEqual(await countEverywhere(service, finished), { series: 50, report: 50, csv: 50, frames: 50 });
  await service.json(`/grids/${grid.uuid}`, { method: 'DELETE' });
  const [code] = await exited;
  assert.equal(code, 0);
});

test('a hosted grid without nodes ends its run at stop_after with an error', { skip }, async () => {
  const grid = await createHostedGrid(service);
  const run = await createRun(service, {
    grids: [['uuid', grid.uuid]],
    files: { 'plan.jmx': plan({ port: target.port }) },
  });
  assert.equal((await service.json(`/runs/${run.uuid}`)).status, 'queued');
  await sql(service, `update grids set ends_at = now() where id = $1`, [grid.uuid]);
  const finished = await awaitStatus(service, run.uuid, 'finished');
  assert.match(finished.remote_errors.join(' '), /never joined|reached its stop_after/);
  assert.equal(finished.error_rate, 100);
});

test('a cut connection between node and service loses nothing', { skip }, async () => {
  const grid = await createHostedGrid(service);
  const token = JSON.parse(Buffer.from(joinTokenIn(grid.join_command), 'base64url').toString());
  const wire = await startWire(Number(new URL(service.url).port));
  const detour = { ...token, url: `https://127.0.0.1:${wire.port}` };
  const agent = startJoiningAgent(
    join(folder, 'three'),
    Buffer.from(JSON.stringify(detour)).toString('base64url'),
  );
  // The second half of the requests waits until the connection is closed.
  const held = await startHeldTarget({ latencyMs: 10, allowed: 150 });
  const requests = () => held.requestsTo('/');
  try {
    const run = await createRun(service, {
      grids: [['uuid', grid.uuid]],
      files: { 'plan.jmx': plan({ port: held.port, threads: '4', loops: '75', pauseMs: 20 }) },
    });
    await until('requests arrive', () => requests() > 50);
    wire.cut();
    const before = requests();
    held.allow('/', before + 100);
    await until('the node continues', () => requests() > before + 80);
    wire.restore();
    held.allow('/', Number.POSITIVE_INFINITY);
    const finished = await awaitStatus(service, run.uuid, 'finished');
    assert.equal(finished.remote_errors, null);
    assert.equal(requests(), 300);
    assert.deepEqual(await countEverywhere(service, finished), {
      series: 300,
      report: 300,
      csv: 300,
      frames: 300,
    });
  } finally {
    agent.kill('SIGKILL');
    wire.close();
    await held.stop();
  }
});

/** A proxy to the service whose connections can be closed. */
async function startWire(port: number) {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect(port, '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => sockets.delete(socket));
    }
    near.pipe(far).pipe(near);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: address !== null && typeof address === 'object' ? address.port : 0,
    cut,
    restore: () => {
      isCut = false;
    },
    close: () => {
      cut();
      server.close();
    },
  };
}
