import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { Compile } from 'typebox/schema';
import { exampleHar } from '../../src/converters/testing/documents.ts';
import { plan } from '../support/plan.ts';
import { startReceiver } from '../support/receiver.ts';
import { type Json, startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

let service: TestService;
let document: Json;
before(async () => {
  service = await startService({ SPATE_OUTBOUND: 'allow:127.0.0.1' });
  document = await service.json('/openapi.json');
});
after(() => service?.close());

/** Sends a request, and validates the response against /openapi.json. */
async function checked(
  method: string,
  path: string,
  template: string,
  init: RequestInit = {},
): Promise<Json> {
  const answer = await service.fetch(path, { method, ...init });
  const text = await answer.text();
  const operation = document.paths[template]?.[method.toLowerCase()];
  assert.ok(operation, `${method} ${template} is not described`);
  const described = operation.responses[String(answer.status)] ?? operation.responses.default;
  const schema = described.content?.['application/json']?.schema;
  if (!schema) {
    assert.equal(text, '', `${method} ${path} has a body that is not described`);
    return undefined;
  }
  const body = JSON.parse(text);
  const validator = Compile({ ...schema, components: document.components });
  assert.ok(validator.Check(body), `${method} ${path}: ${JSON.stringify(validator.Errors(body))}\n${text}`);
  return body;
}

test('runs of the same plan and name form a test, with versions of the plan, parameters and a baseline', async () => {
  const formOf = (fields: Record<string, string>, port: number, name = 'shop.jmx') => {
    const form = new FormData();
    const grid = { infrastructure: 'hosted', region: 'x', stop_after: '15' };
    for (const [key, value] of Object.entries(grid)) form.append(`run[grids][][${key}]`, value);
    for (const [key, value] of Object.entries({ tool: 'jmeter', ...fields }))
      form.append(`run[${key}]`, value);
    const text = plan({ port, threads: '${__P(users,3)}' });
    form.append('run_files[]', new Blob([text]), name);
    return form;
  };
  const create = (...given: Parameters<typeof formOf>) =>
    checked('POST', '/runs', '/runs', { body: formOf(...given) });
  const settings = { name: 'Checkout', threads: '5', override_parameters: '-Ja=1, -Jusers=4' };
  const first = await create({ ...settings, 'fail_if][': 'p95 > 1s' }, 1);
  assert.deepEqual([first.test.name, first.test.plan_version], ['Checkout', 1]);
  const second = await create(settings, 2);
  assert.deepEqual([second.test.uuid, second.test.plan_version], [first.test.uuid, 2]);
  const other = await create({ name: 'Checkout' }, 1, 'other.jmx');
  assert.equal(other.test.name, 'Checkout (other.jmx)');
  const named = await create({ test: 'Checkout' }, 1, 'third.jmx');
  assert.equal(named.test.uuid, first.test.uuid);

  const path = `/tests/${first.test.uuid}`;
  const list = await checked('GET', '/tests?search=check', '/tests');
  assert.deepEqual(
    list._embedded.tests.map((test: Json) => [test.name, test.runs, test.plan_version]),
    [
      ['Checkout', 3, 2],
      ['Checkout (other.jmx)', 1, 1],
    ],
  );
  assert.equal((await service.json(`/runs?test=${first.test.uuid}`)).total, 3);
  const back = JSON.stringify({ test: { run: second.uuid, baseline: first.uuid } });
  const json = { headers: { 'content-type': 'application/json' } };
  const changed = await checked('PATCH', path, '/tests/{testId}', { ...json, body: back });
  assert.deepEqual([changed._embedded.run.uuid, changed.baseline_run], [second.uuid, first.uuid]);
  assert.deepEqual(
    changed.versions.map((each: Json) => [each.version, each.runs]),
    [
      [2, 1],
      [1, 2],
    ],
  );
  const { parameters } = await checked('GET', `${path}/parameters`, '/tests/{testId}/parameters');
  assert.deepEqual(
    parameters.find((each: Json) => each.name === 'users'),
    {
      name: 'users',
      default: '3',
      value: '4',
      is_secret: false,
    },
  );
  const { text } = await checked('GET', `${path}/diff?from=1&to=2`, '/tests/{testId}/diff');
  assert.match(text, /-.*HTTPSampler\.port">1<[\s\S]*\+.*HTTPSampler\.port">2</);
  assert.equal((await checked('GET', `${path}/diff?from=2&to=2`, '/tests/{testId}/diff')).text, '');
  assert.equal((await service.fetch(`${path}/diff?from=1&to=9`)).status, 404);

  const run = {
    threads: 7,
    name: '',
    fail_if: [],
    abort_if: ['errors > 5% for 9s'],
    parameters: ['users=9'],
  };
  const again = await checked('POST', `${path}/runs`, '/tests/{testId}/runs', {
    ...json,
    body: JSON.stringify({ run }),
  });
  assert.deepEqual(
    [again.threads, again.name, again.fail_if, again.abort_if, again.override_parameters, again.repeat_of],
    [7, null, [], ['errors > 5% for 9s'], '-Ja=1, -Jusers=9', second.uuid],
  );
  assert.deepEqual(again.test, { ...second.test, plan_version: 2 });
  assert.equal((await service.json(path))._embedded.run.uuid, second.uuid, 'not saved');
  const inputs = [
    { parameters: ['nothing'] },
    { secrets: ['key=abc'] },
    { secrets: ['no name'] },
    { threads: 'many' },
    { engine: 'other' },
  ];
  for (const bad of inputs)
    assert.equal(
      (await service.fetch(`${path}/runs`, { method: 'POST', ...json, body: JSON.stringify({ run: bad }) }))
        .status,
      422,
      JSON.stringify(bad),
    );
  for (const bad of [{ baseline: other.uuid }, { run: 'x' }, { name: 'Checkout (other.jmx)' }, {}])
    assert.equal(
      (await service.fetch(path, { method: 'PATCH', ...json, body: JSON.stringify({ test: bad }) })).status,
      422,
      JSON.stringify(bad),
    );

  const schedule = { cron: '30 2 * * MON-FRI', time_zone: 'Europe/Berlin' };
  const planned = await checked('POST', `${path}/schedules`, '/tests/{testId}/schedules', {
    ...json,
    body: JSON.stringify({ schedule }),
  });
  assert.deepEqual([planned.next.length, planned.is_on, planned.test.name], [5, true, 'Checkout']);
  await checked('GET', `/schedules?test=${first.test.uuid}`, '/schedules');
  const dates = await checked('GET', '/calendar?project=Default', '/calendar');
  const kinds = Map.groupBy(dates.entries as Json[], ({ kind }) => kind);
  assert.deepEqual([...kinds.keys()], ['run', 'planned']);
  const listed = await service.json('/runs');
  const names = new Map(kinds.get('run')?.map(({ run, name }) => [run, name]));
  for (const { uuid, name, test } of listed._embedded.runs as Json[])
    assert.equal(names.get(uuid), name ?? test.name);
  assert.equal(kinds.get('planned')?.length, 5, 'working days of a week');
  assert.equal((await service.fetch('/calendar?from=2027-01-31&to=2027-01-01')).status, 422);
  const off = { ...json, body: JSON.stringify({ schedule: { on: false } }) };
  const paused = await checked('PATCH', `/schedules/${planned.uuid}`, '/schedules/{scheduleId}', off);
  assert.deepEqual([paused.next, paused.is_on], [[], false]);
  for (const bad of [{ cron: '61 * * * *' }, { cron: '0 2 * * *', time_zone: 'Nowhere' }, {}])
    assert.equal(
      (
        await service.fetch(`${path}/schedules`, {
          method: 'POST',
          ...json,
          body: JSON.stringify({ schedule: bad }),
        })
      ).status,
      422,
      JSON.stringify(bad),
    );

  const note = { text: '=shop 2', kind: 'deploy', at: '2026-11-18T01:00:00Z' };
  const noted = await checked('POST', `/runs/${first.uuid}/annotations`, '/runs/{runId}/annotations', {
    ...json,
    body: JSON.stringify({ annotation: note }),
  });
  await checked('POST', '/annotations', '/annotations', {
    ...json,
    body: JSON.stringify({ annotation: { text: 'of the project' } }),
  });
  const notes = await checked('GET', `/runs/${first.uuid}/annotations`, '/runs/{runId}/annotations');
  assert.deepEqual(
    notes._embedded.annotations.map((one: Json) => [one.kind, one.text, one.at]),
    [['deploy', '=shop 2', '2026-11-18T01:00:00.000Z']],
    'a run that has not started shows no markers of its project',
  );
  const csv = await (await service.fetch(`/runs/${first.uuid}/annotations.csv`)).text();
  assert.match(csv, /^Time,Elapsed \(s\),Kind,Text,Author\n2026-11-18T01:00:00\.000Z,,deploy,"'=shop 2",/);
  const ofProject = await checked('GET', '/annotations?project=Default', '/annotations');
  assert.equal(ofProject._embedded.annotations.length, 1);
  await checked('DELETE', `/annotations/${noted.uuid}`, '/annotations/{annotationId}');
  for (const bad of [
    {},
    { text: 'x', at: 'noon' },
    { text: 'x', at: '2026-99-01T00:00Z' },
    { text: 'x', kind: 'y' },
  ]) {
    const body = JSON.stringify({ annotation: bad });
    assert.equal((await service.fetch('/annotations', { method: 'POST', ...json, body })).status, 422);
  }

  await using receiver = await startReceiver();
  const sources = { address: receiver.url, queries: ['CPU=avg(cpu{mode!="idle"})'] };
  const source = await checked('POST', '/target-metrics', '/target-metrics', {
    ...json,
    body: JSON.stringify({ target_metrics: sources }),
  });
  assert.deepEqual(source.queries, [{ name: 'CPU', expression: 'avg(cpu{mode!="idle"})' }]);
  await checked('GET', '/target-metrics', '/target-metrics');
  const looked = await checked(
    'POST',
    `/target-metrics/${source.uuid}/test`,
    '/target-metrics/{sourceId}/test',
  );
  assert.equal(looked.metrics[0].problem, 'The response is not that of a Prometheus server.');
  assert.match(
    receiver.requests.pop()?.body ?? '',
    /^query=avg%28cpu%7Bmode%21%3D%22idle%22%7D%29&start=\d+&end=/,
  );
  for (const bad of [
    { queries: [] },
    { queries: ['x'] },
    { queries: ['a=b', 'a=c'] },
    { address: 'http://[::1]' },
  ]) {
    const body = JSON.stringify({ target_metrics: { ...sources, ...bad } });
    assert.equal((await service.fetch('/target-metrics', { method: 'POST', ...json, body })).status, 422);
  }
  await checked('GET', `/runs/${first.uuid}/target-metrics`, '/runs/{runId}/target-metrics');
  const metric_export = { kind: 'otlp', address: `${receiver.url}/v1/metrics` };
  const exported = await checked('POST', '/metric-exports', '/metric-exports', {
    ...json,
    body: JSON.stringify({ metric_export }),
  });
  await checked('GET', '/metric-exports', '/metric-exports');
  await checked('DELETE', `/metric-exports/${exported.uuid}`, '/metric-exports/{exportId}');
  const figures = await (await service.fetch(`/runs/${first.uuid}/metrics`)).text();
  assert.match(
    figures,
    /^spate_run_info\{run="\w{22}",name="Checkout",project="Default",test="Checkout",tool="jmeter"\} 1$/m,
  );
  assert.match(figures, /^spate_run_samples_total\{run="\w{22}",outcome="passed"\} 0$/m);
  assert.equal(
    (await service.fetch('/runs/metrics')).headers.get('content-type'),
    'text/plain; version=0.0.4; charset=utf-8',
  );
  await checked('DELETE', `/target-metrics/${source.uuid}`, '/target-metrics/{sourceId}');
  const notification = { kind: 'webhook', address: receiver.url, events: ['finished'] };
  const channel = await checked('POST', '/notifications', '/notifications', {
    ...json,
    body: JSON.stringify({ notification }),
  });
  const channelPath = `/notifications/${channel.uuid}`;
  assert.match(channel.secret, /^whsec_/);
  const tested = await checked('POST', `${channelPath}/test`, '/notifications/{channelId}/test');
  assert.equal(tested.state, 'delivered');

  for (const { uuid } of [first, second, other, named, again]) await service.json(`/runs/${uuid}/stop`);
  await until('the webhook has received all runs', async () => receiver.requests.length === 6);
  const reported = receiver.requests.slice(1).map(({ body }) => JSON.parse(body).data.run.uuid);
  assert.deepEqual(reported.sort(), [first, second, other, named, again].map(({ uuid }) => uuid).sort());
  await checked('GET', '/notifications?project=Default', '/notifications');
  await checked('GET', channelPath, '/notifications/{channelId}');
  const log = await checked('GET', `${channelPath}/deliveries`, '/notifications/{channelId}/deliveries');
  assert.equal(log._embedded.deliveries.length, 6);
  await checked('PATCH', channelPath, '/notifications/{channelId}', {
    ...json,
    body: JSON.stringify({ notification: { on: false, events: ['worse'] } }),
  });
  for (const bad of [
    { address: 'http://[::1]:1' },
    { kind: 'pager' },
    { events: ['started'] },
    { events: [] },
  ]) {
    const body = JSON.stringify({ notification: { ...notification, ...bad } });
    assert.equal((await service.fetch('/notifications', { method: 'POST', ...json, body })).status, 422);
  }
  await checked('DELETE', channelPath, '/notifications/{channelId}');
  await service.fetch(`/runs/${first.uuid}`, { method: 'DELETE' });
  await service.fetch(`/runs/${second.uuid}`, { method: 'DELETE' });
  const left = await service.json(path);
  assert.deepEqual([left.baseline_run, left._embedded.run.uuid], [null, again.uuid]);
  await checked('DELETE', path, '/tests/{testId}');
  assert.equal((await service.json(`/runs/${again.uuid}`)).test, null);
});

test('secrets of a test are kept, replaced and removed, and never returned', async () => {
  const form = new FormData();
  const fields = {
    tool: 'jmeter',
    test: 'Sealed',
    override_parameters: '-Ja=1, -Jusers=4',
    'grids][][infrastructure': 'hosted',
    'grids][][region': 'x',
    'grids][][stop_after': '15',
  };
  for (const [key, value] of Object.entries(fields)) form.append(`run[${key}]`, value);
  form.append('run_files[]', new Blob([plan({ port: 1, threads: '${__P(users,3)}' })]), 'sealed.jmx');
  const first = await checked('POST', '/runs', '/runs', { body: form });
  const path = `/tests/${first.test.uuid}`;
  const json = { headers: { 'content-type': 'application/json' } };
  const secrets = ['users=top secret', '-EKEY=12345'];
  const sealed = await checked('POST', `${path}/runs`, '/tests/{testId}/runs', {
    ...json,
    body: JSON.stringify({ run: { secrets, save: true } }),
  });
  assert.deepEqual([sealed.secrets, sealed.override_parameters], [['users', '-EKEY'], '-Ja=1']);
  const known = await checked('GET', `${path}/parameters`, '/tests/{testId}/parameters');
  assert.deepEqual(known.parameters.slice(0, 1).concat(known.parameters.slice(-1)), [
    { name: 'users', default: '3', value: null, is_secret: true },
    { name: '-EKEY', default: null, value: null, is_secret: true },
  ]);
  const open = await checked('POST', `${path}/runs`, '/tests/{testId}/runs', {
    ...json,
    body: JSON.stringify({ run: { parameters: ['users=5'], secrets: ['-EKEY='] } }),
  });
  assert.deepEqual([open.secrets, open.override_parameters], [[], '-Ja=1, -Jusers=5']);
  const other = await checked('POST', `${path}/runs`, '/tests/{testId}/runs', {
    ...json,
    body: JSON.stringify({ run: { test: 'Size: sealed', nodes: 2 } }),
  });
  const both = { nodes: 2, grids: [{ infrastructure: 'demand', region: 'x', stop_after: 15 }] };
  const refused = await service.fetch(`${path}/runs`, {
    ...json,
    method: 'POST',
    body: JSON.stringify({ run: both }),
  });
  assert.equal(refused.status, 422);
  const [grid] = other._embedded.grids;
  assert.deepEqual([other.test.name, grid.instance_quantity], ['Size: sealed', 2]);
  assert.deepEqual([grid.infrastructure, known.row_files], [first._embedded.grids[0].infrastructure, []]);
  assert.doesNotMatch(JSON.stringify([sealed, known, await service.json(path)]), /top secret|12345/);
});

test('real responses match /openapi.json', async () => {
  const form = new FormData();
  form.append('run[tool]', 'jmeter');
  form.append('run[webhook]', 'true');
  form.append('run[grids][][infrastructure]', 'hosted');
  form.append('run[grids][][region]', 'x');
  form.append('run[grids][][stop_after]', '15');
  form.append('run_files[]', new Blob([plan({ port: 9 })]), 'plan.jmx');
  const run = await checked('POST', '/runs', '/runs', { body: form });
  const id = run.uuid;
  await checked('GET', '/runs', '/runs');
  await checked('GET', `/runs/${id}`, '/runs/{runId}');
  await checked('GET', `/runs/${id}/report`, '/runs/{runId}/report');
  await checked('GET', `/runs/${id}/series`, '/runs/{runId}/series');
  await checked('GET', `/runs/${id}/archives`, '/runs/{runId}/archives');
  for (const what of ['view', 'labels', 'charts', 'heatmap', 'report.json', 'logs'])
    await checked('GET', `/runs/${id}/${what}`, `/runs/{runId}/${what}`);
  await checked('GET', `/runs/${id}/view?from=1&to=5`, '/runs/{runId}/view');
  await checked('GET', `/runs/${id}/view?from=5&to=1`, '/runs/{runId}/view');
  await checked('GET', '/runs?search=x&state=queued&tool=jmeter', '/runs');
  await checked('GET', '/trends?project=Default', '/trends');
  await checked('GET', '/tags', '/tags');
  await checked('GET', `/runs/${id}/error-samples?code=500`, '/runs/{runId}/error-samples');
  await checked('GET', '/demo', '/demo');
  await checked('GET', `/compare?runs=${id}`, '/compare');
  const files = new FormData();
  files.append('run_files[]', new Blob([plan({ port: 9 })]), 'plan.jmx');
  const { total } = await service.json('/runs');
  const inspection = await checked('POST', '/runs/inspect', '/runs/inspect', { body: files });
  assert.equal(inspection.can_run, true);
  assert.equal(inspection.tool, 'jmeter');
  assert.deepEqual(inspection.labels, ['Home']);
  assert.equal((await service.json('/runs')).total, total, 'it starts nothing');
  await checked('POST', '/runs/inspect', '/runs/inspect');
  const urls = new URLSearchParams({
    'plan[text]': 'https://shop.example/ 2\nPOST https://shop.example/cart',
  });
  const made = await checked('POST', '/plans/convert', '/plans/convert', { body: urls });
  assert.deepEqual([made.source, made.plan.requests.length, made.warnings], ['urls', 2, []]);
  const recording = new FormData();
  recording.append('run_files[]', new Blob([exampleHar('https://shop.example')]), 'shop.har');
  const recorded = await checked('POST', '/plans/convert', '/plans/convert', { body: recording });
  assert.deepEqual([recorded.source, recorded.secrets], ['har', ['cookie_lang', 'password']]);
  recording.append('plan[text]', 'https://shop.example/');
  const both = await checked('POST', '/plans/convert', '/plans/convert', { body: recording });
  assert.match(both.error, /Several documents were sent/);
  const unknown = await checked('POST', '/plans/convert', '/plans/convert', {
    body: new URLSearchParams({ 'plan[text]': '{}' }),
  });
  assert.deepEqual([unknown.code, unknown.details[0].field], ['document_broken', 'plan[text]']);
  const convertUrl = (url: string) =>
    checked('POST', '/plans/convert', '/plans/convert', { body: new URLSearchParams({ 'plan[url]': url }) });
  const server = createServer((request, response) => {
    if (request.url !== '/shop.har') response.writeHead(302, { location: '/shop.har' });
    response.end(exampleHar('https://shop.example'));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  assert.equal((await convertUrl(`${address}/shop.har`)).source, 'har');
  assert.match((await convertUrl(`${address}/moved.har`)).error, /status 302\. Redirects are not followed/);
  server.close();
  const { error } = await convertUrl('http://169.254.169.254/shop.har');
  assert.match(error, /cannot be fetched\. 169\.254\.169\.254 is not an allowed address.*SPATE_OUTBOUND/);
  const nothing = await checked('POST', '/plans/convert', '/plans/convert');
  assert.match(nothing.error, /plan\[text\] is required, or a file/);
  await checked('POST', '/runs/estimate', '/runs/estimate', {
    body: new URLSearchParams({ 'run[duration]': '60' }),
  });
  await checked('GET', `/runs/${id}/result.json`, '/runs/{runId}/result.json');
  await checked('PATCH', `/runs/${id}/set-public`, '/runs/{runId}/set-public');
  const hooked = await checked('POST', `/runs/${id}/webhook`, '/runs/{runId}/webhook');
  await checked('GET', `/runs/${hooked.uuid}/stop`, '/runs/{runId}/stop');
  await checked('GET', `/runs/${id}/stop`, '/runs/{runId}/stop');
  await checked('GET', `/runs/${id}/report`, '/runs/{runId}/report');
  await checked('GET', `/runs/${id}/result.json`, '/runs/{runId}/result.json');
  await checked('GET', `/compare?runs[]=${id}&runs[]=${hooked.uuid}`, '/compare');
  for (const what of ['view', 'labels', 'charts', 'heatmap', 'report.json'])
    await checked('GET', `/runs/${id}/${what}`, `/runs/{runId}/${what}`);
  const again = await checked('GET', `/runs/${id}/repeat`, '/runs/{runId}/repeat');
  await checked('GET', `/runs/${again.uuid}/stop`, '/runs/{runId}/stop');
  await checked('DELETE', `/runs/${id}`, '/runs/{runId}');
  await checked('GET', `/runs/${id}`, '/runs/{runId}');

  const grid = { 'grid[region]': 'x', 'grid[infrastructure]': 'hosted', 'grid[stop_after]': '5' };
  const started = await checked('POST', '/grids', '/grids', { body: new URLSearchParams(grid) });
  await checked('GET', '/grids', '/grids');
  await checked('GET', `/grids/${started.uuid}`, '/grids/{gridId}');
  await checked('DELETE', `/grids/${started.uuid}`, '/grids/{gridId}');
  await checked('POST', '/grids', '/grids');

  await checked('GET', '/account', '/account');
  await checked('GET', '/projects', '/projects');
  await checked('GET', '/usage', '/usage');
  await checked('GET', '/prices', '/prices');
  await checked('PATCH', '/budget', '/budget', { body: new URLSearchParams({ 'budget[monthly]': '5' }) });
  await checked('PATCH', '/budget', '/budget');
  await checked('GET', '/budget', '/budget');
  await checked('DELETE', '/budget', '/budget');
  await checked('GET', '/v3/me', '/v3/me');
  await checked('GET', '/users/me', '/users/me');
  const user = await checked('POST', '/users', '/users', {
    body: new URLSearchParams({ 'user[email]': 'ann@example.com' }),
  });
  await checked('GET', '/users', '/users');
  await checked('GET', `/users/${user.id}`, '/users/{userId}');
  await checked('DELETE', `/users/${user.id}`, '/users/{userId}');
  const token = await checked('POST', '/tokens', '/tokens', {
    body: new URLSearchParams({ 'token[name]': 'ci' }),
  });
  await checked('GET', '/tokens', '/tokens');
  await checked('DELETE', `/tokens/${token.id}`, '/tokens/{tokenId}');
  const invited = await checked('POST', '/invitations', '/invitations', {
    body: new URLSearchParams({ 'invitation[email]': 'bob@example.com' }),
  });
  const secret = invited.link.split('#')[1];
  await checked('GET', '/invitations', '/invitations');
  await checked('POST', '/invitations/look', '/invitations/look', {
    body: new URLSearchParams({ 'invitation[secret]': secret }),
  });
  await checked('POST', '/invitations/accept', '/invitations/accept', {
    body: new URLSearchParams({ 'invitation[secret]': secret, 'invitation[password]': 'correct horse' }),
  });
  await checked('POST', '/users/1/reset', '/users/{userId}/reset');
  await checked('DELETE', `/invitations/${invited.id}`, '/invitations/{invitationId}');
  await checked('PATCH', '/users/me', '/users/me', { body: new URLSearchParams({ 'user[name]': 'Olive' }) });
  await checked('GET', '/session/ways', '/session/ways');
  await checked('POST', '/session', '/session', {
    body: new URLSearchParams({ 'session[token]': service.token }),
  });
  await checked('GET', '/session', '/session');
  await checked('GET', '/sessions', '/sessions');
  const { link } = await checked('POST', '/sign-in-links', '/sign-in-links');
  const use = { body: new URLSearchParams({ 'link[secret]': link.split('#')[1] }) };
  await checked('POST', '/sign-in-links/use', '/sign-in-links/use', use);
  await checked('POST', '/sign-in-links/use', '/sign-in-links/use', use);
  await checked('GET', '/audit?limit=5', '/audit');
  const arn = { 'credential[provider]': 'azure', 'credential[arn]': 'app-1' };
  const credential = await checked('POST', '/credentials', '/credentials', {
    body: new URLSearchParams(arn),
  });
  await checked('GET', '/credentials', '/credentials');
  await checked('GET', '/credentials/policy', '/credentials/policy');
  await checked('DELETE', `/credentials/${credential.id}`, '/credentials/{credentialId}');
  await checked('GET', '/session', '/session');
  const session = { 'session[token]': service.token };
  await checked('POST', '/session', '/session', { body: new URLSearchParams(session) });
  await checked('DELETE', '/session', '/session');
  await checked('GET', '/healthz', '/healthz');
  await checked('GET', '/signing-key', '/signing-key');
  await checked('POST', '/runs/import', '/runs/import');
});
