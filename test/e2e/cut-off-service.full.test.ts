import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { joinTokenIn } from '../../src/contract/join-command.ts';
import { startTcp } from '../chaos/gateway.ts';
import { startNode } from '../chaos/node-process.ts';
import { Wires } from '../chaos/wire.ts';
import { sql } from '../support/database.ts';
import { startHeldTarget } from '../support/held-target.ts';
import { createHostedGrid } from '../support/hosted-grid.ts';
import { needs } from '../support/needs.ts';
import { plan } from '../support/plan.ts';
import { startPostgresServer } from '../support/postgres-server.ts';
import { awaitStatus, countEverywhere, createRun } from '../support/run.ts';
import type { TestService } from '../support/service.ts';
import { nodesAt } from '../support/several/nodes-at.ts';
import { startSeveral } from '../support/several/services.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

const names = ['spate-first', 'spate-second'] as const;

/** Two services, each with its own wires to the database, and a third way to it. */
async function startWired(t: TestContext) {
  const server = await startPostgresServer(t);
  const urlAt = (port: number, name: string) =>
    `postgresql://spate@127.0.0.1:${port}/postgres?application_name=${name}`;
  const open = () => connect(server.port, '127.0.0.1');
  const wires = [new Wires(), new Wires()] as const;
  const urls = [
    urlAt((await startTcp(t, wires[0], open)).port, names[0]),
    urlAt((await startTcp(t, wires[1], open)).port, names[1]),
  ] as const;
  const several = await startSeveral(t, urls, 'off');
  const ask = (text: string, values: unknown[]) =>
    sql({ databaseUrl: () => urlAt(server.port, 'test') }, text, values);
  return { ...several, wires, ask };
}

test('a service that loses its database in mid-transaction leaves run and node to the other', {
  skip: needs('go', 'haproxy'),
}, async (t) => {
  const { api, balancer, services, wires, ask } = await startWired(t);
  const grid = await createHostedGrid(api as TestService);
  const folder = await temporaryFolder(t);
  await startNode(t, {
    parent: folder,
    name: 'node',
    joinToken: joinTokenIn(grid.join_command),
    ca: balancer.ca,
    logFolder: folder,
    command: [],
  });
  await until('the grid starts', async () => (await api.json(`/grids/${grid.uuid}`)).status === 'started');
  const target = await startHeldTarget({ latencyMs: 10, allowed: 1_000 });
  t.after(() => target.stop());
  const run = await createRun(api, {
    grids: [['uuid', grid.uuid]],
    files: { 'plan.jmx': plan({ port: target.port, threads: '2', loops: '1000', pauseMs: 10 }) },
  });
  await until('requests arrive', () => target.requestsTo('/') > 50);

  const index = (await nodesAt(services[0])) > 0 ? 0 : 1;
  const other = services[1 - index] as (typeof services)[0];
  // The commit may be on its way to the server: only a transaction that stays open counts.
  const holders = () =>
    ask(
      `select a.pid, a.state_change::text as since from pg_stat_activity a join pg_locks l using (pid)
      where application_name = $1 and state = 'idle in transaction' and locktype = 'advisory' and granted
      group by 1, 2 order by 1`,
      [names[index]],
    ) as Promise<{ pid: number; since: string }[]>;
  let release = () => {};
  const [holder] = await until(
    'the service is cut off while it rolls up',
    async () => {
      release = wires[index].hold();
      const before = await holders();
      const after = await holders();
      if (before.length > 0 && JSON.stringify(before) === JSON.stringify(after)) return after;
      release();
      return undefined;
    },
    60_000,
    20,
  );
  t.after(() => release());
  await until('the node is connected to the other service', async () => (await nodesAt(other)) === 1);
  target.allow('/', Number.POSITIVE_INFINITY);
  const finished = await awaitStatus(other, run.uuid, 'finished');
  assert.equal(finished.remote_errors, null);
  const all = { series: 2_000, report: 2_000, csv: 2_000, frames: 2_000 };
  assert.deepEqual(await countEverywhere(other, finished), all);
  assert.deepEqual(await ask('select from pg_stat_activity where pid = $1', [holder?.pid]), []);

  release();
  const cutOff = services[index] as (typeof services)[0];
  await until('the service is ready again', async () => (await cutOff.fetch('/healthz')).ok);
  assert.deepEqual(await countEverywhere(cutOff, finished), all);
  assert.equal(target.requestsTo('/'), 2_000);
});
