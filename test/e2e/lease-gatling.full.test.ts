import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { joinTokenIn } from '../../src/contract/join-command.ts';
import { sendSignal } from '../../src/lib/process-identity.ts';
import { createHostedGrid } from '../support/hosted-grid.ts';
import { startJoiningAgent } from '../support/joining-agent.ts';
import { needsOf } from '../support/needs.ts';
import { processesBelow } from '../support/processes.ts';
import { RowTarget, rowData } from '../support/row-target.ts';
import { awaitStatus, createRun, demandGrid } from '../support/run.ts';
import { type Json, startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const manyRows = 1_000_000;
const skip = needsOf('gatling');
let target: RowTarget;
let service: TestService;
let folder: string;
const agents: ChildProcess[] = [];

before(async () => {
  target = await RowTarget.start(manyRows);
  folder = await mkdtemp(join(tmpdir(), 'spate-lease-'));
  service = await startService({ SPATE_NODE_LOST_S: '5', SPATE_NODE_SILENT_S: '12' }, { hasPublicUrl: true });
});

after(async () => {
  for (const agent of agents) agent.kill('SIGKILL');
  for (const pid of processesBelow(folder)) sendSignal(pid, 'SIGKILL');
  await service.close();
  target.close();
  await rm(folder, { recursive: true, force: true });
});

const simulation = (body: string) => `import io.gatling.core.Predef._
import io.gatling.http.Predef._
import scala.concurrent.duration._

class Load extends Simulation {
  val protocol = http.baseUrl("http://127.0.0.1:${target.port}")
  val use = http("use").get("/#{id}")
  ${body}
}`;

function leasedRun(source: string, rows: number, grids: [string, string][]): Promise<Json> {
  target.forget();
  return createRun(service, {
    fields: { 'run[tool]': 'gatling', 'run[data_files]': 'users.csv=lease' },
    files: { 'Load.scala': source, 'users.csv': rowData(rows) },
    grids,
  });
}

async function rowsOf(run: Json): Promise<Json> {
  const { reconciliation } = await service.json(`/runs/${run.uuid}/report`);
  return reconciliation.rows[0];
}

test('each row is used once by all feeders of all nodes, and the simulation ends with the rows', {
  skip,
}, async () => {
  const source = simulation(`
  val users = csv("users.csv").batch(10).transform { case ("id", id) => id.toInt }
  val one = scenario("one").forever { feed(users).exec(use).pause(5.milliseconds) }
  val two = scenario("two").forever {
    feed(csv("users.csv").eager, 2).exec(http("use").get("/#{id(0)}"), http("use").get("/#{id(1)}")).pause(5.milliseconds)
  }
  setUp(
    one.inject(atOnceUsers(3)),
    two.inject(rampUsers(3).during(1.second), constantUsersPerSec(1).during(1.hour))
  ).protocols(protocol)`);
  const run = await leasedRun(source, 2001, demandGrid(2));
  const finished = await awaitStatus(service, run.uuid, 'finished');
  assert.equal(finished.remote_errors, null);
  const rows = await rowsOf(run);
  assert.deepEqual([rows.used, rows.lost, rows.left], [2001, 0, 0]);
  // A last row that is too few for a feed of two is used by the other scenario.
  assert.deepEqual([target.strange, target.requests, target.usedOnce], [[], 2001, 2001]);
  const { nodes } = await service.json(`/runs/${run.uuid}/view`);
  assert.ok(
    nodes.every(({ samples }: Json) => samples > 200),
    JSON.stringify(nodes.map(({ samples }: Json) => samples)),
  );
});

test('no row is used twice when a node is lost', { skip }, async () => {
  const grid = await createHostedGrid(service, 2);
  for (const name of ['one', 'two'])
    agents.push(startJoiningAgent(join(folder, name), joinTokenIn(grid.join_command)));
  const source = simulation(`
  val users = scenario("users").forever { feed(csv("users.csv")).exec(use).pause(1.millisecond) }
  setUp(users.inject(atOnceUsers(8))).protocols(protocol).maxDuration(40.seconds)`);
  const run = await leasedRun(source, manyRows, [['uuid', grid.uuid]]);
  await until('requests arrive', () => target.requests > 2000, 600_000);
  const lost = processesBelow(join(folder, 'two'));
  assert.ok(lost.length > 1);
  for (const pid of lost) sendSignal(pid, 'SIGKILL');
  const before = target.requests;
  const finished = await awaitStatus(service, run.uuid, 'finished');
  assert.match(String(finished.remote_errors), /has not responded|abandoned|lost/);
  assert.ok(target.requests > before);
  assert.deepEqual([target.strange, target.usedTwice], [[], 0]);
  const rows = await rowsOf(run);
  assert.equal(rows.used + rows.lost + rows.left, manyRows);
  assert.ok(rows.lost > 0 && rows.returned > 0, JSON.stringify(rows));
  assert.ok(target.usedOnce <= rows.used + rows.lost, `${target.usedOnce} of ${JSON.stringify(rows)}`);
  await service.json(`/grids/${grid.uuid}`, { method: 'DELETE' });
});

for (const [what, body, problem] of [
  [
    'repeats rows',
    'val users = csv("users.csv")\nval all = scenario("all").exec(feed(users.circular), use)',
    /users.csv cannot be leased: its feeder uses .circular. Remove it/,
  ],
  [
    'reads all rows while it is loaded',
    'val all = scenario("all").foreach(csv("users.csv").readRecords, "row")(exec(use))',
    /users.csv is leased, so its rows can be read by virtual users only/,
  ],
  [
    'does not read the file',
    'def users(file: String) = csv(file)\nval all = scenario("all").exec(use)',
    /users.csv cannot be leased: no csv, tsv, ssv or separatedValues feeder of the simulation reads it/,
  ],
] as const)
  test(`a simulation that ${what} fails before it starts`, { skip }, async () => {
    const source = simulation(`${body}\nsetUp(all.inject(atOnceUsers(1))).protocols(protocol)`);
    const run = await leasedRun(source, 10, demandGrid(1));
    const finished = await awaitStatus(service, run.uuid, 'finished');
    assert.match(String(finished.remote_errors), problem);
    assert.equal(target.requests, 0);
  });
