import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTarget, steadyPages, type Target } from '../../src/lib/demo-target.ts';
import { needs } from '../support/needs.ts';
import { plan } from '../support/plan.ts';
import { awaitStatus, createRun, demandGrid, readArchive, sumOfCsv } from '../support/run.ts';
import { type Json, startService, type TestService } from '../support/service.ts';

// One real run of 40 requests on two grids, read by all tests.
const skip = needs('java', 'maven');
const sent = 40;
let service: TestService;
let target: Target;
let run: Json;

before(async () => {
  if (skip) return;
  target = await startTarget(steadyPages);
  service = await startService();
  const made = await createRun(service, {
    fields: { 'run[name]': 'Two grids' },
    grids: [
      ...demandGrid(1),
      ...demandGrid(1).map(([key, value]): [string, string] => [key, key === 'region' ? 'eu-west-1' : value]),
    ],
    files: { 'plan.jmx': plan({ port: target.port, path: '/', threads: '2', loops: '10' }) },
  });
  run = await awaitStatus(service, made.uuid, 'finished');
});
after(async () => {
  await service?.close();
  await target?.stop();
});

async function textOf(path: string, accept?: string): Promise<{ type: string; text: string }> {
  const answer = await service.fetch(path, accept ? { headers: { accept } } : {});
  assert.equal(answer.status, 200, path);
  return { type: answer.headers.get('content-type') ?? '', text: await answer.text() };
}

test('a finished run has its report, figures, results and archives', { skip }, async () => {
  assert.equal(run.status, 'finished');
  assert.equal(run.remote_errors, null);
  assert.equal(run.error_rate, 0);
  assert.ok(Number.isInteger(run.response_time));
  assert.match(run.apdex, /^[01](\.\d+)? \[4000\]$/);
  assert.ok(run.started && run.stopped);
  assert.equal(run._embedded.archives.length, 2);
  assert.ok(run._embedded.grids.every((grid: Json) => grid.status === 'started'));
  assert.ok(!JSON.stringify(run).includes('running'));
});

test('the report has the documented figures as numbers, and additional ones', { skip }, async () => {
  const report = await service.json(`/runs/${run.uuid}/report`);
  for (const key of ['mean_response_time', 'mean_concurrency', 'mean_throughput']) {
    assert.ok(Number.isInteger(report[key]), key);
  }
  assert.equal(report.mean_error_rate, 0);
  assert.ok(report.summary.length > 40);
  assert.equal(report.total.passed, sent);
  assert.equal(report.grids.length, 2);
  assert.deepEqual(Object.keys(report.total.percentiles).sort(), ['50', '75', '90', '95', '99', '99.9']);
});

test('result.csv contains every sample, and grid_id selects one grid', { skip }, async () => {
  const all = await textOf(`/runs/${run.uuid}/result.csv`);
  assert.match(all.type, /^text\/csv/);
  assert.match(all.text, /^Time,Measurement,Label,Account,Run,Project,Grid,Region,Value\n/);
  assert.equal(sumOfCsv(all.text), sent);
  let parts = 0;
  for (const { href, region } of run._embedded.results) {
    const answer = await service.fetch(href);
    const text = await answer.text();
    const lines = text.trim().split('\n').slice(1);
    assert.ok(lines.length > 0 && lines.every((line) => line.split(',')[7] === region));
    parts += sumOfCsv(text);
  }
  assert.equal(parts, sent);
});

test('results are CSV or JSON by name and by Accept header', { skip }, async () => {
  const base = `/runs/${run.uuid}`;
  const csv = (await textOf(`${base}/result.csv`)).text;
  for (const path of ['/results.csv', '/results']) assert.equal((await textOf(base + path)).text, csv, path);
  assert.equal((await textOf(`${base}/results`, 'text/csv')).text, csv);
  const rows = JSON.parse((await textOf(`${base}/result`)).text) as Json[];
  assert.equal(rows.length, csv.trim().split('\n').length - 1);
  assert.deepEqual(Object.keys(rows[0]), [
    'time',
    'measurement',
    'label',
    'account',
    'run',
    'project',
    'grid',
    'region',
    'value',
  ]);
  for (const path of ['/result.json', '/results.json'])
    assert.deepEqual(JSON.parse((await textOf(base + path)).text), rows);
  assert.deepEqual(JSON.parse((await textOf(`${base}/results`, 'application/json')).text), rows);
  assert.match(
    (await textOf(`${base}/result.csv?format=v3`)).text,
    /^Time,Elapsed Time,Account UUID,.*,Run UUID,Run,/,
  );
  const old = (await textOf(`/floods/${run.uuid}/result.csv`)).text;
  assert.match(old, /^Time,Measurement,Label,Account,Flood,/);
  const head = await service.fetch(`${base}/result.csv`, { method: 'HEAD' });
  assert.equal(head.status, 200);
  assert.equal(await head.text(), '');
});

test('an archive is downloaded without credentials, completely or by range, at the root of the site', {
  skip,
}, async () => {
  const [{ href, size }] = run._embedded.archives;
  assert.match(href, new RegExp(`^${service.url}/[0-9A-Za-z]{22,}\\.tar\\.gz$`));
  const files = await readArchive(href);
  assert.ok([...files.keys()].some((name) => name.startsWith('flood/results/')));
  const head = await fetch(href, { method: 'HEAD' });
  assert.equal(head.headers.get('content-length'), String(size));
  assert.equal(head.headers.get('content-encoding'), null);
  const part = await fetch(href, { headers: { range: 'bytes=0-1' } });
  assert.equal(part.status, 206);
  assert.equal(Buffer.from(await part.arrayBuffer()).toString('hex'), '1f8b');
  const listed = await service.json(`/runs/${run.uuid}/archives`);
  assert.deepEqual(listed._embedded.archives, run._embedded.archives);
});

test('the series of a run adds up to its samples at every resolution', { skip }, async () => {
  for (const resolution of [1, 15, 300]) {
    const { points } = await service.json(`/runs/${run.uuid}/series?resolution=${resolution}`);
    const sum = points.reduce((total: number, point: Json) => total + point.passed + point.failed, 0);
    assert.equal(sum, sent, String(resolution));
  }
});

test('the HTML report of a finished run shows its verdict and figures', { skip }, async () => {
  const text = await (await service.fetch(`/runs/${run.uuid}/report.html`)).text();
  assert.match(text, /(Passed|Doubtful), no threshold set: 40 samples[^,]*, 0 failed/);
  assert.match(text, /Two grids/);
});

test('the report of a run is available as PDF', { skip: skip || needs('chromium') }, async () => {
  const response = await service.fetch(`/runs/${run.uuid}/report.pdf`);
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-type'), 'application/pdf');
  const pdf = Buffer.from(await response.arrayBuffer()).toString('latin1');
  assert.match(pdf, /^%PDF-1\./);
  assert.match(pdf, /\/Type \/Page\b/);
  const { downloads } = await service.json(`/runs/${run.uuid}/view`);
  assert.ok(downloads.some(({ type }: Json) => type === 'application/pdf'));
});
