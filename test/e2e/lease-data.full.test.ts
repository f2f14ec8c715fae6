import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { joinTokenIn } from '../../src/contract/join-command.ts';
import { sendSignal } from '../../src/lib/process-identity.ts';
import { openBrowser } from '../support/browser.ts';
import { assertQuiet, visitAsMember } from '../support/dashboard.ts';
import { type Engine, engines, needsOfEngine } from '../support/engines.ts';
import { createHostedGrid } from '../support/hosted-grid.ts';
import { startJoiningAgent } from '../support/joining-agent.ts';
import { needs } from '../support/needs.ts';
import { plan } from '../support/plan.ts';
import { nodeAgent, processesBelow } from '../support/processes.ts';
import { RowTarget, rowData } from '../support/row-target.ts';
import { awaitStatus, createRun, demandGrid } from '../support/run.ts';
import { type Json, startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const manyRows = 10_000_000;
const dataSet = `<CSVDataSet guiclass="TestBeanGUI" testclass="CSVDataSet" testname="data">
  <stringProp name="filename">users.csv</stringProp><stringProp name="fileEncoding">UTF-8</stringProp>
  <stringProp name="variableNames"></stringProp><boolProp name="ignoreFirstLine">false</boolProp>
  <stringProp name="delimiter">,</stringProp><boolProp name="quotedData">false</boolProp>
  <boolProp name="recycle">false</boolProp><boolProp name="stopThread">true</boolProp>
  <stringProp name="shareMode">shareMode.all</stringProp></CSVDataSet><hashTree/>`;

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

function leasedRun(
  engine: Engine,
  rows: number,
  grids: [string, string][],
  options: Partial<Parameters<typeof plan>[0]> = {},
): Promise<Json> {
  const content = plan({ port: target.port, path: '/${id}', threads: '4', loops: '-1', ...options });
  return createRun(service, {
    fields: { 'run[engine]': engine, 'run[data_files]': 'users.csv=lease' },
    files: {
      'plan.jmx': content.replace('<HTTPSamplerProxy', `${dataSet}<HTTPSamplerProxy`),
      'users.csv': rowData(rows),
    },
    grids,
  });
}

async function rowsOf(run: Json): Promise<Json> {
  const { reconciliation } = await service.json(`/runs/${run.uuid}/report`);
  return reconciliation.rows[0];
}

for (const engine of engines) {
  const skip = needsOfEngine(engine);

  test(`${engine}: each row is used once on all nodes, and the users stop at the end`, { skip }, async () => {
    target.forget();
    const run = await leasedRun(engine, 2001, demandGrid(3), { pauseMs: 5 });
    const finished = await awaitStatus(service, run.uuid, 'finished');
    assert.equal(finished.remote_errors, null);
    assert.deepEqual([target.strange, target.requests, target.usedOnce], [[], 2001, 2001]);
    assert.deepEqual(await rowsOf(run), {
      file: 'users.csv',
      rows: 2001,
      used: 2001,
      returned: 0,
      lost: 0,
      left: 0,
    });
    const { nodes } = await service.json(`/runs/${run.uuid}/view`);
    assert.ok(
      nodes.every(({ samples }: Json) => samples > 200),
      JSON.stringify(nodes.map(({ samples }: Json) => samples)),
    );
  });

  test(`${engine}: a restarted agent continues without using a row again`, { skip }, async () => {
    target.forget();
    const run = await leasedRun(engine, 3000, demandGrid(2), { pauseMs: 10 });
    await until('requests arrive', () => target.requests > 500);
    const [pid] = processesBelow(service.dataDir, nodeAgent);
    assert.ok(pid);
    sendSignal(pid, 'SIGKILL');
    const finished = await awaitStatus(service, run.uuid, 'finished');
    assert.equal(finished.remote_errors, null);
    assert.deepEqual([target.strange, target.requests, target.usedOnce], [[], 3000, 3000]);
    assert.equal((await rowsOf(run)).used, 3000);
  });

  test(`${engine}: of ten million rows, none is used twice when a node is lost`, { skip }, async () => {
    target.forget();
    const grid = await createHostedGrid(service, 2);
    const names = ['one', 'two'].map((name) => `${engine}-${name}`);
    for (const name of names)
      agents.push(startJoiningAgent(join(folder, name), joinTokenIn(grid.join_command)));
    const run = await leasedRun(engine, manyRows, [['uuid', grid.uuid]], { duration: '30' });
    await until('requests arrive', () => target.requests > 2000, 300_000);
    const lost = processesBelow(join(folder, names[1] ?? ''));
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
}

test('browser scripts: each row is used once by all users of all nodes', {
  skip: needs('chromium'),
}, async () => {
  target.forget();
  const { port } = target;
  const script = `import { step, TestData, TestSettings } from '@flood/element'
    export const settings: TestSettings = { actionDelay: '0s', stepDelay: '0s' }
    export default () => {
      TestData.fromCSV('users.csv')
      step('Visit', async (browser, row) => { await browser.visit('http://127.0.0.1:${port}/' + row.id) })
    }`;
  const run = await createRun(service, {
    fields: {
      'run[tool]': 'service-chrome',
      'run[threads]': '2',
      'run[data_files]': 'users.csv=lease',
    },
    files: { 'visit.ts': script, 'users.csv': rowData(60) },
    grids: demandGrid(2),
  });
  const finished = await awaitStatus(service, run.uuid, 'finished');
  assert.equal(finished.remote_errors, null);
  assert.deepEqual([target.usedTwice, target.usedOnce, (await rowsOf(run)).used], [0, 60, 60]);
  const browser = await openBrowser();
  try {
    const visit = await visitAsMember(browser, service, `/app/runs/${run.uuid}`);
    await visit.page.getByText('Rows of users.csv: 60 of 60 used, 0 left.').waitFor();
    assertQuiet(visit, service);
    await visit.context.close();
  } finally {
    await browser.close();
  }
});
