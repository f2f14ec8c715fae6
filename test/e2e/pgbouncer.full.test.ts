import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { startTcp } from '../chaos/gateway.ts';
import { Wires } from '../chaos/wire.ts';
import { startHeldTarget } from '../support/held-target.ts';
import { needs } from '../support/needs.ts';
import { startPgBouncer } from '../support/pgbouncer.ts';
import { plan } from '../support/plan.ts';
import { withOwnPostgres } from '../support/postgres.ts';
import { awaitStatus, countEverywhere, createRun } from '../support/run.ts';
import { startService } from '../support/service.ts';

const postgres = withOwnPostgres();

test('a service works through PgBouncer in transaction mode', { skip: needs('pgbouncer') }, async (t) => {
  const database = new URL(await postgres.freshUrl());
  const { searchParams, username, pathname } = database;
  const socket = `${searchParams.get('host')}/.s.PGSQL.${searchParams.get('port')}`;
  const direct = await startTcp(t, new Wires(), () => connect(socket));
  const pooled = await startPgBouncer(t, direct.port);
  const urlOf = (port: number) => `postgresql://${username}@127.0.0.1:${port}${pathname}`;
  const service = await startService(
    { DATABASE_URL: urlOf(pooled), SPATE_DATABASE_DIRECT_URL: urlOf(direct.port) },
    { postgres: 'own' },
  );
  t.after(() => service.close());
  const target = await startHeldTarget({ latencyMs: 5, allowed: Number.POSITIVE_INFINITY });
  t.after(() => target.stop());
  const runs = [];
  for (const path of ['/one', '/two', '/three']) {
    const content = plan({ port: target.port, path, threads: '2', loops: '50', pauseMs: 10 });
    runs.push(await createRun(service, { files: { 'plan.jmx': content } }));
  }
  for (const run of runs) {
    const finished = await awaitStatus(service, run.uuid, 'finished');
    assert.equal(finished.remote_errors, null);
    const all = { series: 100, report: 100, csv: 100, frames: 100 };
    assert.deepEqual(await countEverywhere(service, finished), all);
  }
  assert.doesNotMatch(await service.log(), /prepared statement|unsupported startup parameter/);
});
