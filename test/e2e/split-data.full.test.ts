import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { engines, needsOfEngine } from '../support/engines.ts';
import { plan } from '../support/plan.ts';
import { awaitStatus, createRun, demandGrid } from '../support/run.ts';
import { type Json, startService, type TestService } from '../support/service.ts';

const rows = 501;
const data = `id\n${Array.from({ length: rows }, (_, id) => `${id}\n`).join('')}`;
const dataSet = `<CSVDataSet guiclass="TestBeanGUI" testclass="CSVDataSet" testname="data">
  <stringProp name="filename">users.csv</stringProp><stringProp name="fileEncoding">UTF-8</stringProp>
  <stringProp name="variableNames"></stringProp><boolProp name="ignoreFirstLine">false</boolProp>
  <stringProp name="delimiter">,</stringProp><boolProp name="quotedData">false</boolProp>
  <boolProp name="recycle">false</boolProp><boolProp name="stopThread">true</boolProp>
  <stringProp name="shareMode">shareMode.all</stringProp></CSVDataSet><hashTree/>`;

const seen: string[] = [];
const server = createServer((request, response) => {
  seen.push(request.url ?? '');
  response.end('ok');
});
let service: TestService;

before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  service = await startService();
});

after(async () => {
  await service.close();
  server.close();
});

for (const engine of engines)
  test(`${engine}: each row of a split file is used once on all nodes`, {
    skip: needsOfEngine(engine),
  }, async () => {
    seen.length = 0;
    const { port } = server.address() as AddressInfo;
    const content = plan({ port, path: '/${id}', threads: '2', loops: '-1' });
    const files = {
      'plan.jmx': content.replace('<HTTPSamplerProxy', `${dataSet}<HTTPSamplerProxy`),
      'users.csv': data,
    };
    const fields = { 'run[engine]': engine, 'run[data_files]': 'users.csv=split' };
    const run = await createRun(service, { fields, files, grids: demandGrid(3) });
    assert.equal(run.data_files, 'users.csv=split');
    const finished = await awaitStatus(service, run.uuid, 'finished');
    assert.equal(finished.remote_errors, null);
    assert.deepEqual(
      seen.map((path) => Number(path.slice(1))).toSorted((one, other) => one - other),
      Array.from({ length: rows }, (_, id) => id),
    );
    const { nodes } = await service.json(`/runs/${run.uuid}/view`);
    assert.deepEqual(
      nodes.map(({ samples }: Json) => samples),
      [167, 167, 167],
    );
  });

test('a file that was not uploaded is rejected with its name', async () => {
  const form = new FormData();
  form.append('run[tool]', 'jmeter');
  form.append('run[data_files]', 'cards.csv=split');
  form.append('run_files[]', new Blob([plan({ port: 9 })]), 'plan.jmx');
  const answer = await service.fetch('/runs', { method: 'POST', body: form });
  assert.equal(answer.status, 422);
  const { details } = (await answer.json()) as Json;
  assert.deepEqual([details[0].field, details.length], ['run[data_files]', 1]);
  assert.match(details[0].message, /cards.csv was not uploaded/);
});
