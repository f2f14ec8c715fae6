import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { startTarget, steadyPages, type Target } from '../../src/lib/demo-target.ts';
import { needs } from '../support/needs.ts';
import { plan } from '../support/plan.ts';
import { readArchive, sumOfCsv } from '../support/run.ts';
import { type Json, startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

// One real run, started and polled like the PowerShell scripts of the original, and then read
// like all other clients read a finished run.
const skip = needs('java', 'maven');
const sent = 20;
let service: TestService;
let target: Target;
/** The first response with `finished`. */
let finished: Json;
const seen = { grid: [] as string[], run: [] as string[] };

before(async () => {
  if (skip) return;
  target = await startTarget(steadyPages);
  service = await startService();
  const { status, body } = await startAsPowerShell();
  assert.equal(status, 201, JSON.stringify(body));
  assert.equal(body.project, 'Azure DevOps');
  assert.equal(body.override_parameters, `-Jtarget_url=http://127.0.0.1:${target.port}/?a=b:c`);
  finished = await verifyAsPowerShell(body.uuid);
});
after(async () => {
  await service?.close();
  await target?.stop();
});

/** startflood.ps1: Basic without a colon, all parameters with brackets in the URL, a hand-written body. */
async function startAsPowerShell(): Promise<{ status: number | undefined; body: Json }> {
  const address =
    '/api/floods?flood[tool]=jmeter&flood[threads]=2&flood[duration]=120&flood[project]=Azure%20DevOps' +
    '&flood[privacy]=public&flood[name]=PowerShell%20run' +
    `&flood[override_parameters]=-Jtarget_url=http://127.0.0.1:${target.port}/?a=b:c` +
    '&flood[grids][][infrastructure]=demand&flood[grids][][instance_quantity]=1' +
    '&flood[grids][][region]=us-east-1&flood[grids][][instance_type]=m5.xlarge&flood[grids][][stop_after]=10';
  const boundary = '3c2e5c0a-6d7b-4b6e-9a63-0d0f5c1e2a11';
  const body = [
    `--${boundary}`,
    'Content-Disposition: form-data; name="flood_files[]"; filename="jmeter_1000rpm.jmx"',
    'Content-Type: application/octet-stream\r\n',
    plan({ port: target.port, path: '/', loops: String(sent / 2) }),
    `--${boundary}--\r\n`,
  ].join('\r\n');
  const request = httpsRequest(service.url, {
    method: 'POST',
    path: address,
    headers: {
      authorization: `Basic ${Buffer.from(service.token).toString('base64')}`,
      'content-type': `multipart/form-data; boundary="${boundary}"`,
      'content-length': Buffer.byteLength(body),
    },
  });
  request.end(body);
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, body: JSON.parse(await text(answer)) };
}

/** verifyflood.ps1: ends each loop on any status other than the expected one. */
async function verifyAsPowerShell(runId: string): Promise<Json> {
  const first = await service.json(`/floods/${runId}`);
  seen.grid = await wordsWhile('starting', `/grids/${first._embedded.grids[0].uuid}`);
  const queued = await wordsWhile('queued', `/floods/${runId}`);
  const running = await wordsWhile('running', `/floods/${runId}`);
  seen.run = [...queued, ...running];
  return last;
}

let last: Json;
async function wordsWhile(word: string, path: string): Promise<string[]> {
  const words: string[] = [];
  await until(
    `${path} is no longer ${word}`,
    async () => {
      last = await service.json(path);
      words.push(last.status);
      return last.status !== word;
    },
    200_000,
  );
  return [...new Set(words)];
}

test('verifyflood.ps1 sees only the statuses it expects, and a complete report at once', {
  skip,
}, async () => {
  assert.equal(seen.grid.at(-1), 'started');
  assert.ok(
    seen.grid.every((word) => ['starting', 'started'].includes(word)),
    seen.grid.join(),
  );
  const order = ['queued', 'running', 'finished'];
  const places = seen.run.map((word) => order.indexOf(word));
  assert.ok(!places.includes(-1), seen.run.join());
  assert.deepEqual(places, places.toSorted());
  assert.equal(seen.run.at(-1), 'finished');
  const report = await service.json(`/floods/${finished.uuid}/report`);
  assert.equal(report.mean_error_rate, 0);
  assert.equal(target.counts()['/']?.requests, sent);
});

test('flood-verifystatus.sh still finds the grid started after a short run', { skip }, async () => {
  const grid = await service.json(`/grids/${finished._embedded.grids[0].uuid}`);
  assert.equal(grid.status, 'started');
  assert.equal(grid.nodes.length, 1);
  assert.deepEqual([grid.resources, grid._embedded.nodes], [grid.nodes, grid.nodes]);
  const report = await service.json(`/floods/${finished.uuid}/report`);
  assert.match(report.summary, /2 users across 1 grid/);
  for (const key of ['mean_response_time', 'mean_concurrency', 'mean_throughput'])
    assert.ok(Number.isInteger(report[key]), key);
});

test('frun.py finds the archive in the first finished response, and downloads it without credentials', {
  skip,
}, async () => {
  assert.equal(finished.status, 'finished');
  assert.ok(finished.started && finished.stopped);
  const { href } = finished._embedded.archives[0];
  const files = [...(await readArchive(href)).keys()];
  const results = files.filter((name) => name.startsWith('flood/results/'));
  assert.ok(results.length > 0, files.join());
  // It copies every entry of the folder with shutil.copy, which fails on a folder.
  assert.deepEqual(
    results.filter((name) => name.split('/').length > 3),
    [],
  );
  assert.ok(files.includes('flood/files/jmeter_1000rpm.jmx'), files.join());
  const listed = await service.json(`/floods/${finished.uuid}/archives`);
  assert.equal(listed._embedded.archives[0].href, href);
});

test('the Jenkins job of mellema ends its loop and names the archive by the fourth part of its URL', {
  skip,
}, async () => {
  const body = await (await service.fetch(`/floods/${finished.uuid}`)).text();
  assert.ok(!body.includes('running'), 'the loop would never end');
  assert.match(finished._embedded.archives[0].href.split('/')[3], /^[^/]+\.tar\.gz$/);
  assert.match(finished.permalink, new RegExp(`/${finished.uuid}$`));
  const results = await (await service.fetch(`/floods/${finished.uuid}/results`)).text();
  assert.equal(sumOfCsv(results), sent);
});

test('floodio-python reads report and result as JSON', { skip }, async () => {
  const report = await service.json(`/api/floods/${finished.uuid}/report`);
  assert.equal(report._links.self.href, `/api/floods/${finished.uuid}`);
  const rows = await service.json<Json[]>(`/api/floods/${finished.uuid}/result`);
  assert.ok(rows.length > 0);
  const passed = rows.filter((row) => row.measurement === 'passed');
  assert.equal(
    passed.reduce((sum, row) => sum + row.value, 0),
    sent,
  );
  assert.deepEqual(Object.keys(rows[0]), [
    'time',
    'measurement',
    'label',
    'account',
    'flood',
    'project',
    'grid',
    'region',
    'value',
  ]);
});

test('the typed deployers find results by grid, and all their links work', { skip }, async () => {
  for (const { name, href } of finished._embedded.results) {
    assert.ok(finished._embedded.grids.some((grid: Json) => grid.name.startsWith(name)));
    assert.match(href, /^https:\/\/[^/]+\/floods\/[^/]+\/result\.csv\?grid_id=/);
    assert.equal(sumOfCsv(await (await service.fetch(href)).text()), sent);
  }
});

test('the Makefile reads health of the nodes of every grid on demand', { skip }, async () => {
  const { _embedded } = await service.json('/grids');
  const demand = _embedded.grids.filter((grid: Json) => grid.infrastructure === 'demand');
  assert.ok(demand.length > 0);
  for (const grid of demand) {
    assert.equal(grid.region, 'us-east-1');
    assert.deepEqual(
      grid._embedded.nodes.map((node: Json) => node.health),
      ['healthy'],
    );
  }
});

test('flood-run-e2e.sh starts a grid, waits for it and runs on it, despite its broken OAuth request', {
  skip,
}, async () => {
  const form = new FormData();
  for (const [name, value] of Object.entries({
    infrastructure: 'demand',
    instance_quantity: '1',
    region: 'us-west-2',
    instance_type: 'm4.xlarge',
    stop_after: '20',
  }))
    form.append(`grid[${name}]`, value);
  const answer = await service.fetch('/grids', { method: 'POST', body: form });
  assert.equal(answer.status, 201);
  const grid = (await answer.json()) as Json;
  assert.equal(grid.status, 'queued');
  await until(
    'the grid is started',
    async () => {
      const { status } = await service.json(`/grids/${grid.uuid}`);
      assert.ok(['queued', 'starting', 'started'].includes(status), status);
      return status === 'started';
    },
    100_000,
  );

  const run = new FormData();
  run.append('flood[tool]', 'jmeter');
  run.append('flood[grids][][uuid]', grid.uuid);
  run.append('flood_files[]', new Blob([plan({ port: target.port, path: '/cart', loops: '3' })]), 'a.jmx');
  const made = (await (await service.fetch('/floods', { method: 'POST', body: run })).json()) as Json;
  assert.equal(made._embedded.grids[0].uuid, grid.uuid);

  const oauth = new FormData();
  oauth.append('grant_type', 'password');
  oauth.append('username', '$FLOOD_USER');
  const refused = await fetch(`${service.url}/oauth/token`, { method: 'POST', body: oauth });
  assert.ok(refused.status >= 400 && refused.status < 500);
  assert.equal(((await refused.json()) as Json).access_token, undefined);
  const patched = await fetch(`${service.url}/api/v3/floods/${made.uuid}/set-public`, {
    method: 'PATCH',
    headers: { authorization: 'Bearer null', 'content-type': 'application/json' },
  });
  assert.equal(patched.status, 401);
  assert.equal(((await patched.json()) as Json).error, 'Not Authenticated');

  const done = await until(
    'the run is finished',
    async () => {
      const present = await service.json(`/floods/${made.uuid}`);
      return present.status === 'finished' ? present : undefined;
    },
    200_000,
  );
  assert.equal(done.privacy, 'private');
  assert.equal(target.counts()['/cart']?.requests, 3);
});

test('the aws pipeline deletes its grid, parses the response, and still reads the report', {
  skip,
}, async () => {
  const gridId = finished._embedded.grids[0].uuid;
  const deleted = await service.fetch(`/grids/${gridId}`, { method: 'DELETE' });
  assert.equal(deleted.status, 200);
  const grid = (await deleted.json()) as Json;
  assert.equal(grid.uuid, gridId);
  assert.equal(grid.status, 'stopped');
  assert.ok(grid._links.self.href);
  assert.ok(grid.resources.every((node: Json) => node.state === 'stopping'));
  const { summary } = await service.json(`/floods/${finished.uuid}/report`);
  assert.ok(summary.length > 40);
});
