import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { plan } from '../support/plan.ts';
import { type Json, startService, type TestService } from '../support/service.ts';

// Runs on hosted grids without nodes: they stay `queued` without a tool, so that only the API is tested.
let service: TestService;
before(async () => {
  service = await startService();
});
after(() => service?.close());

const jmx = plan({ port: 9, loops: '1' });

interface Wanted {
  fields?: Record<string, string>;
  grids?: number;
  path?: string;
  prefix?: 'run' | 'flood';
}

function formOf({ fields = {}, grids = 1, prefix = 'run' }: Wanted = {}): FormData {
  const form = new FormData();
  form.append(`${prefix}_files[]`, new Blob(['name\nann\n']), 'users.csv');
  form.append(`${prefix}[tool]`, 'jmeter');
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (let index = 0; index < grids; index++) {
    form.append(`${prefix}[grids][][infrastructure]`, 'hosted');
    form.append(`${prefix}[grids][][region]`, `region-${index}`);
    form.append(`${prefix}[grids][][stop_after]`, '15');
  }
  form.append(`${prefix}_files[]`, new Blob([jmx]), 'basic.jmx');
  return form;
}

async function createRun(wanted: Wanted = {}): Promise<Json> {
  const answer = await service.fetch(wanted.path ?? '/runs', { method: 'POST', body: formOf(wanted) });
  const body = (await answer.json()) as Json;
  assert.equal(answer.status, 201, JSON.stringify(body));
  return body;
}

async function totalRuns(): Promise<number> {
  return (await service.json('/runs')).total;
}

async function stagedFiles(): Promise<string[]> {
  return readdir(join(service.dataDir, 'files', 'staged'));
}

const runKeys = [
  '_links',
  'uuid',
  'batch_id',
  'apdex',
  'tool',
  'name',
  'notes',
  'threads',
  'rampup',
  'duration',
  'tag_list',
  'status',
  'permalink',
  'remote_errors',
  'started',
  'stopped',
  'created',
  'project',
  'privacy',
  'error_rate',
  'response_time',
];

function checkFullRun(run: Json, words = { files: 'run_files', path: '/api/runs' }): void {
  for (const key of runKeys) assert.ok(key in run, key);
  for (const key of ['grids', 'files', words.files, 'results', 'archives']) {
    assert.ok(Array.isArray(run._embedded[key]), key);
  }
  assert.equal(run._links.self.href, `${words.path}/${run.uuid}`);
}

test('POST /runs returns 201 with a queued run, its grids starting, and every field as sent', async () => {
  const answer = await service.fetch('/runs', {
    method: 'POST',
    body: formOf({
      grids: 2,
      fields: {
        'run[name]': 'Build 7',
        'run[notes]': 'n',
        'run[project]': 'CI Pipeline',
        'run[tag_list]': 'ci, load',
        'run[privacy]': 'public',
        'run[threads]': '5',
        'run[rampup]': '1.5',
        'run[duration]': '60',
        'run[meta]': '',
        'run[unknown]': 'x',
      },
    }),
  });
  const run = (await answer.json()) as Json;
  assert.equal(answer.status, 201, JSON.stringify(run));
  assert.equal(answer.headers.get('location'), `/api/runs/${run.uuid}`);
  checkFullRun(run);
  assert.match(run.uuid, /^[0-9A-Za-z]{22}$/);
  assert.equal(run.status, 'queued');
  assert.equal(run.name, 'Build 7');
  assert.equal(run.project, 'CI Pipeline');
  assert.deepEqual(run.tag_list, ['ci', 'load']);
  assert.equal(run.privacy, 'public');
  assert.deepEqual([run.threads, run.rampup, run.duration], [5, 2, 60]);
  assert.deepEqual([run.started, run.stopped, run.apdex, run.remote_errors], [null, null, null, null]);
  assert.equal(run.permalink, `${service.url}/app/runs/${run.uuid}`);
  assert.deepEqual(run._embedded.archives, []);
  assert.deepEqual(run._embedded.run_files.map((file: Json) => file.name).sort(), ['basic.jmx', 'users.csv']);
  const grids = run._embedded.grids;
  assert.deepEqual(
    grids.map((grid: Json) => grid.region),
    ['region-0', 'region-1'],
  );
  for (const grid of grids) {
    assert.equal(grid.status, 'starting');
    assert.equal(grid.batch_id, run.batch_id);
  }
  assert.deepEqual(
    run._embedded.results.map((result: Json) => result.href),
    grids.map((grid: Json) => `${service.url}/runs/${run.uuid}/result.csv?grid_id=${grid.uuid}`),
  );
  assert.deepEqual(await stagedFiles(), []);
});

test('GET /runs/:id returns the same run, and files require the token', async () => {
  const { uuid } = await createRun();
  const run = await service.json(`/api/runs/${uuid}/`);
  checkFullRun(run);
  const file = run._embedded.files.find((each: Json) => each.name === 'basic.jmx');
  const answer = await service.fetch(file.href);
  assert.equal(await answer.text(), jmx);
  assert.equal((await fetch(file.href)).status, 401);
  assert.equal((await service.fetch(`/runs/${uuid}/files/nope`)).status, 404);
});

test('a run is created from the query string with only the file in the body, as PowerShell does', async () => {
  const query =
    'flood[tool]=jmeter&flood[threads]=150&flood[project]=Azure%20DevOps&flood[name]=a&flood[grids][][infrastructure]=hosted&flood[grids][][instance_quantity]=1&flood[grids][][region]=us-east-1&flood[grids][][instance_type]=m5.xlarge&flood[grids][][stop_after]=10';
  const boundary = 'd1b2c3d4-0000-1111-2222-333344445555';
  const body = `--${boundary}\r\nContent-Disposition: form-data; name="flood_files[]"; filename="jmeter_1000rpm.jmx"\r\nContent-Type: application/octet-stream\r\n\r\n${jmx}\r\n--${boundary}--\r\n`;
  const answer = await fetch(`${service.url}/api/floods?${query}`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa(service.token)}`,
      'content-type': `multipart/form-data; boundary="${boundary}"`,
    },
    body,
  });
  const run = (await answer.json()) as Json;
  assert.equal(answer.status, 201, JSON.stringify(run));
  assert.equal(answer.headers.get('location'), `/api/floods/${run.uuid}`);
  checkFullRun(run, { files: 'flood_files', path: '/api/floods' });
  assert.equal(run.project, 'Azure DevOps');
  assert.equal(run.threads, 150);
  assert.equal(run.permalink, `${service.url}/app/floods/${run.uuid}`);
});

test('a run is created from JSON with its files in base64', async () => {
  const json = {
    run: {
      tool: 'jmeter',
      grids: [{ infrastructure: 'hosted', region: 'x', stop_after: 5 }],
      tag_list: ['a'],
    },
    run_files: [{ name: 'plan.jmx', content: Buffer.from(jmx).toString('base64') }],
  };
  const answer = await service.fetch('/runs', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(json),
  });
  assert.equal(answer.status, 201, await answer.clone().text());
  checkFullRun((await answer.json()) as Json);
});

test('a run is created as ruby-jmeter does: token in the query, files by index, every option again at the top', async () => {
  const form = new FormData();
  const grid = await service.json('/grids', {
    method: 'POST',
    body: new URLSearchParams({
      'grid[region]': 'r',
      'grid[infrastructure]': 'hosted',
      'grid[stop_after]': '9',
    }),
  });
  const fields = {
    'flood[tool]': 'jmeter',
    'flood[privacy_flag]': 'private',
    'flood[name]': 'ruby',
    region: 'r',
  };
  for (const [name, value] of Object.entries({
    ...fields,
    name: 'ruby',
    content_type: 'x',
    grid: grid.uuid,
  })) {
    form.append(name, value);
  }
  form.append('flood_files[file]', new Blob([jmx]), 'ruby-jmeter123.jmx');
  form.append('flood_files[0]', new Blob(['a\n']), 'a.csv');
  const answer = await fetch(`${service.url}/floods?auth_token=${service.token}`, {
    method: 'POST',
    body: form,
  });
  const run = (await answer.json()) as Json;
  assert.equal(answer.status, 201, JSON.stringify(run));
  assert.equal(run._embedded.grids[0].uuid, grid.uuid);
  assert.ok(run.permalink);
});

test('an invalid run returns 422 with all errors, creates nothing and keeps no upload', async () => {
  const before = await totalRuns();
  const form = new FormData();
  form.append('run[tool]', 'abacus');
  form.append('run[threads]', 'many');
  form.append('run[grids][][region]', 'x');
  form.append('run_files[]', new Blob([jmx]), 'plan.jmx');
  const answer = await service.fetch('/runs', { method: 'POST', body: form });
  assert.equal(answer.status, 422);
  const { details } = (await answer.json()) as Json;
  assert.deepEqual(details.map((detail: Json) => detail.field).sort(), [
    'run[grids][0][infrastructure]',
    'run[grids][0][stop_after]',
    'run[threads]',
    'run[tool]',
  ]);
  assert.equal(await totalRuns(), before);
  assert.deepEqual(await stagedFiles(), []);
});

test('two files of one name, a missing plan and an unknown grid are reported', async () => {
  const twice = formOf();
  twice.append('run_files[]', new Blob([jmx]), 'basic.jmx');
  const noPlan = new FormData();
  noPlan.append('run[tool]', 'jmeter');
  noPlan.append('run_files[]', new Blob(['a\n']), 'users.csv');
  const unknown = formOf({ grids: 0 });
  unknown.append('run[grids][][uuid]', '0'.repeat(22));
  for (const [body, words] of [
    [twice, /basic\.jmx/],
    [noPlan, /plan|jmx/i],
    [unknown, /grid/],
  ] as const) {
    const answer = await service.fetch('/runs', { method: 'POST', body });
    const text = await answer.text();
    assert.equal(answer.status, 422, text);
    assert.match(JSON.parse(text).error, words);
  }
  assert.deepEqual(await stagedFiles(), []);
});

test('HEAD works like GET without a body for a run, its resources and its grid', async () => {
  const run = await createRun();
  const file = run._embedded.files[0].uuid;
  await service.json(`/runs/${run.uuid}/stop`);
  const parts = [
    '',
    '/report',
    '/series',
    '/archives',
    '/result',
    '/result.csv',
    '/results',
    `/files/${file}`,
  ];
  const paths = parts.map((part) => `/runs/${run.uuid}${part}`);
  for (const path of [...paths, `/grids/${run._embedded.grids[0].uuid}`, '/users/1', '/v3/me']) {
    const head = await service.fetch(path, { method: 'HEAD' });
    const full = await service.fetch(path);
    assert.deepEqual([head.status, full.status], [200, 200], path);
    assert.equal(head.headers.get('content-type'), full.headers.get('content-type'), path);
    assert.equal(await head.text(), '', path);
    await full.arrayBuffer();
  }
});

test('HEAD on stop, repeat and webhook changes nothing', async () => {
  const { uuid } = await createRun({ fields: { 'run[webhook]': 'true' } });
  const before = await totalRuns();
  for (const action of ['stop', 'repeat', 'webhook']) {
    const answer = await service.fetch(`/runs/${uuid}/${action}`, { method: 'HEAD' });
    assert.equal(answer.status, 200, action);
    assert.equal(await answer.text(), '');
  }
  assert.equal(await totalRuns(), before);
  assert.equal((await service.json(`/runs/${uuid}`)).status, 'queued');
});

test('GET stop returns the finished run, and a run that never started has an error rate of 100', async () => {
  const { uuid } = await createRun();
  const run = await service.json(`/runs/${uuid}/stop`);
  checkFullRun(run);
  assert.equal(run.status, 'finished');
  assert.ok(run.stopped);
  assert.deepEqual([run.error_rate, run.response_time], [100, 0]);
  const report = await service.json(`/runs/${uuid}/report`);
  assert.equal(typeof report.summary, 'string');
  assert.equal(report.mean_error_rate, 100);
  assert.equal(report._links.self.href, `/api/runs/${uuid}`);
  assert.ok(!JSON.stringify(run).includes('running'));
  assert.equal((await service.json(`/runs/${uuid}/stop`)).status, 'finished');
});

test('the report of a queued run has zeros, and its results do not exist yet', async () => {
  const { uuid } = await createRun();
  const report = await service.json(`/runs/${uuid}/report`);
  for (const key of ['mean_response_time', 'mean_concurrency', 'mean_throughput', 'mean_error_rate']) {
    assert.equal(report[key], 0, key);
  }
  for (const path of ['result', 'result.json', 'result.csv', 'results', 'results.csv']) {
    const answer = await service.fetch(`/runs/${uuid}/${path}`);
    assert.equal(answer.status, 404, path);
    assert.equal(((await answer.json()) as Json).code, 'not_found');
  }
  assert.deepEqual((await service.json(`/runs/${uuid}/series?resolution=1`)).points, []);
  assert.equal((await service.fetch(`/runs/${uuid}/series?resolution=7`)).status, 422);
  assert.equal((await service.fetch(`/runs/${uuid}/result.csv?grid_id=${'0'.repeat(22)}`)).status, 404);
});

test('GET repeat creates a queued run with the same files and parameters', async () => {
  const first = await createRun({ fields: { 'run[name]': 'again', 'run[threads]': '3' } });
  await service.json(`/runs/${first.uuid}/stop`);
  const second = await service.json(`/runs/${first.uuid}/repeat`);
  checkFullRun(second);
  assert.notEqual(second.uuid, first.uuid);
  assert.equal(second.status, 'queued');
  assert.equal(second.name, 'again');
  assert.equal(second.threads, 3);
  assert.equal(second.repeat_of, first.uuid);
  const names = (run: Json) => run._embedded.run_files.map((file: Json) => file.name).sort();
  assert.deepEqual(names(second), names(first));

  const grid = await service.json('/grids', {
    method: 'POST',
    body: new URLSearchParams({
      'grid[region]': 'elsewhere',
      'grid[infrastructure]': 'hosted',
      'grid[stop_after]': '9',
    }),
  });
  const third = await service.json(`/floods/${first.uuid}/repeat?grid=${grid.uuid}`);
  checkFullRun(third, { files: 'flood_files', path: '/api/floods' });
  assert.deepEqual(
    third._embedded.grids.map((each: Json) => each.uuid),
    [grid.uuid],
  );
  const fourth = await service.json(`/runs/${first.uuid}/repeat?region=elsewhere`);
  assert.deepEqual(
    fourth._embedded.grids.map((each: Json) => each.uuid),
    [grid.uuid],
  );
});

test('the webhook repeats a run without a token, only if enabled, and returns little', async () => {
  const closed = await createRun();
  const refused = await fetch(`${service.url}/runs/${closed.uuid}/webhook`, { method: 'POST' });
  assert.equal(refused.status, 404);
  assert.match(((await refused.json()) as Json).error, /run\[webhook\]=true/);
  const inOldNames = await fetch(`${service.url}/floods/${closed.uuid}/webhook`, { method: 'POST' });
  assert.match(((await inOldNames.json()) as Json).error, /flood\[webhook\]=true/);
  const open = await createRun({ fields: { 'run[webhook]': 'true' } });
  const before = await totalRuns();
  const answer = await fetch(`${service.url}/floods/${open.uuid}/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ref: 'refs/heads/main' }),
  });
  assert.equal(answer.status, 201, await answer.clone().text());
  const told = (await answer.json()) as Json;
  assert.deepEqual(Object.keys(told), ['_links', 'uuid', 'status', 'permalink']);
  assert.equal(await totalRuns(), before + 1);
  assert.equal((await fetch(`${service.url}/runs/${open.uuid}/webhook`, { method: 'HEAD' })).status, 404);
});

test('PATCH renames, retags and annotates a run, and returns who started it', async () => {
  const { uuid, started_by: starter } = await createRun({ fields: { 'run[notes]': 'first' } });
  assert.match(starter.email, /@/);
  const change = (run: Json) =>
    service.fetch(`/floods/${uuid}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ flood: run }),
    });
  const changed = (await (await change({ name: 'Renamed', tag_list: ['a', 'b'] })).json()) as Json;
  assert.deepEqual([changed.name, changed.notes, changed.tag_list], ['Renamed', 'first', ['a', 'b']]);
  assert.equal((await change({ notes: '' })).status, 200);
  const now = await service.json(`/runs/${uuid}/view`);
  assert.deepEqual([now.name, now.notes, now.tag_list], ['Renamed', null, ['a', 'b']]);
  assert.deepEqual(now.started_by, starter);
  const refused = await change({});
  assert.equal(refused.status, 422);
  assert.match(await refused.text(), /flood\[name\]/);
});

test('DELETE removes a finished run with 204, but not an active one', async () => {
  const { uuid } = await createRun();
  const refused = await service.fetch(`/runs/${uuid}`, { method: 'DELETE' });
  assert.equal(refused.status, 409);
  assert.equal(((await refused.json()) as Json).code, 'run_not_finished');
  await service.json(`/runs/${uuid}/stop`);
  const removed = await service.fetch(`/runs/${uuid}`, { method: 'DELETE' });
  assert.equal(removed.status, 204);
  assert.equal(await removed.text(), '');
  assert.equal((await service.fetch(`/runs/${uuid}`)).status, 404);
});

test('PATCH set-public publishes the page, also with the third API version of the original', async () => {
  const { uuid } = await createRun();
  const page = () => fetch(`${service.url}/app/runs/${uuid}`, { redirect: 'manual' });
  assert.equal((await page()).status, 401);
  const answer = await fetch(`${service.url}/api/v3/floods/${uuid}/set-public`, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${service.token}`,
      accept: 'application/vnd.api+json',
      'content-type': 'application/json',
    },
  });
  assert.equal(answer.status, 200, await answer.clone().text());
  assert.equal(((await answer.json()) as Json).privacy, 'public');
  assert.equal((await page()).status, 200);
  assert.equal((await service.json(`/runs/${uuid}/set-private`, { method: 'PATCH' })).privacy, 'private');
  assert.equal((await page()).status, 401);
  const refused = await fetch(`${service.url}/api/v3/floods/${uuid}/set-public`, {
    method: 'PATCH',
    headers: { authorization: 'Bearer null' },
  });
  assert.equal(refused.status, 401);
  assert.equal(((await refused.json()) as Json).error, 'Not Authenticated');
});

test('GET /runs pages by 50, newest first, each run with all its keys', async () => {
  const grid = await service.json('/grids', {
    method: 'POST',
    body: new URLSearchParams({
      'grid[region]': 'many',
      'grid[infrastructure]': 'hosted',
      'grid[stop_after]': '60',
    }),
  });
  let newest = '';
  while ((await totalRuns()) <= 50) {
    const form = formOf({ grids: 0 });
    form.append('run[grids][][uuid]', grid.uuid);
    newest = ((await (await service.fetch('/runs', { method: 'POST', body: form })).json()) as Json).uuid;
  }
  const first = await service.json('/runs');
  assert.equal(first._embedded.runs.length, 50);
  assert.equal(first._embedded.runs[0].uuid, newest);
  for (const run of first._embedded.runs) checkFullRun(run);
  assert.equal(first._links.self.href, '/api/runs');
  assert.equal(first._links.next.href, '/api/runs?page=2');
  const second = await service.json(first._links.next.href);
  assert.equal(second._embedded.runs.length, first.total - 50);
  assert.equal(second._links.next, undefined);
  assert.equal(second._links.last.href, '/api/runs?page=2');
  const old = await service.json('/floods/');
  assert.equal(old._links.next.href, '/api/floods?page=2');
  assert.equal(old._embedded.floods[0].uuid, newest);
});

test('the list of archives exists from the start, with archives one level below', async () => {
  const { uuid } = await createRun();
  const list = await service.json(`/runs/${uuid}/archives`);
  assert.deepEqual(list._embedded.archives, []);
});

test('old addresses of a run page redirect to the page', async () => {
  const { uuid } = await createRun();
  for (const path of [
    `/${uuid}`,
    `/${uuid}/result.csv`,
    `/projects/1/flood/${uuid}`,
    `/p/1/f/${uuid}`,
    `/p/1/f/${uuid}/result.csv`,
    `/p/1/f/${uuid}/grids/abc/timeline`,
  ]) {
    const answer = await fetch(service.url + path, { redirect: 'manual' });
    assert.equal(answer.status, 302);
    assert.match(answer.headers.get('location') ?? '', new RegExp(`^/app/(runs|floods)/${uuid}$`));
  }
  for (const path of ['/p/1/f/unknown', '/unknown/result.csv'])
    assert.equal((await fetch(service.url + path, { redirect: 'manual' })).status, 404, path);
});

test('GET /app/p returns 200, because a script of the original starts there', async () => {
  assert.equal((await fetch(`${service.url}/app/p`, { redirect: 'manual' })).status, 200);
});
