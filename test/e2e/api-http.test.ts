import assert from 'node:assert/strict';
import { get as httpGet, type IncomingMessage } from 'node:http';
import { after, before, test } from 'node:test';
import { metricNamesIn, metricsIn } from '../support/metrics.ts';
import { type Json, startService, type TestService, withoutNodes } from '../support/service.ts';

let service: TestService;
before(async () => {
  service = await startService({
    ...withoutNodes,
    SPATE_UPLOAD_LIMIT_MB: '1',
    SPATE_METRICS_LISTEN: '127.0.0.1:0',
  });
});
after(() => service?.close());

test('every resource exists at /x and /api/x, with and without a trailing slash', async () => {
  for (const path of [
    '/runs',
    '/grids',
    '/account',
    '/users/me',
    '/projects',
    '/usage',
    '/tokens',
    '/healthz',
  ]) {
    for (const form of [path, `${path}/`, `/api${path}`, `/api${path}/`, `//api${path}`]) {
      const answer = await fetch(`${service.url}${form}`, {
        headers: { authorization: `Bearer ${service.token}` },
      });
      assert.equal(answer.status, 200, form);
    }
  }
});

test('plain HTTP on the same port is redirected to https with method and path', async () => {
  const { port, host } = new URL(service.url);
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  httpGet(`http://127.0.0.1:${port}/runs?page=2`, { agent: false }, resolve).on('error', reject);
  const answer = await promise;
  answer.resume();
  assert.equal(answer.statusCode, 308);
  assert.equal(answer.headers.location, `https://${host}/runs?page=2`);
});

test('HEAD returns the headers of every resource without a body', async () => {
  for (const path of [
    '/runs',
    '/grids',
    '/account',
    '/users/me',
    '/projects',
    '/healthz',
    '/openapi.json',
    '/docs/api',
    '/app',
  ]) {
    const head = await service.fetch(path, { method: 'HEAD' });
    const full = await service.fetch(path);
    assert.equal(head.status, full.status, path);
    assert.equal(head.headers.get('content-type'), full.headers.get('content-type'), path);
    assert.equal(await head.text(), '', path);
    // A connection with an unread body stays open.
    assert.notEqual(await full.text(), '', path);
  }
  assert.equal((await service.fetch('/runs/unknown', { method: 'HEAD' })).status, 404);
  assert.equal((await service.fetch('/runs/unknown/stop', { method: 'HEAD' })).status, 404);
  assert.equal((await service.fetch('/runs/unknown/webhook', { method: 'HEAD' })).status, 404);
});

test('every unknown resource returns 404 in JSON', async () => {
  const id = '0'.repeat(22);
  const paths = ['/nope', '/api/nope/at/all', `/runs/${id}`, `/runs/${id}/report`, `/runs/${id}/result.csv`];
  paths.push(
    `/grids/${id}`,
    '/users/9999999',
    '/users/abc',
    `/${id}.tar.gz`,
    '/x.tar.gz',
    '/runs/%00',
    "/runs/'or'1",
  );
  for (const path of paths) {
    const answer = await service.fetch(path);
    assert.equal(answer.status, 404, path);
    const body = (await answer.json()) as Json;
    assert.equal(body.code, 'not_found', path);
    assert.match(body.error, /^Sorry, we cannot find that resource|There is no|No \w+ with id/, path);
  }
});

test('an unsupported method returns 405 with the supported ones', async () => {
  const answer = await service.fetch('/grids', { method: 'PUT' });
  assert.equal(answer.status, 405);
  assert.equal(answer.headers.get('allow'), 'POST, GET, HEAD, OPTIONS');
  assert.equal(((await answer.json()) as Json).code, 'method_not_allowed');
  assert.equal((await service.fetch('/runs/abc/webhook')).status, 405);
  assert.equal((await service.fetch('/runs/abc/report', { method: 'POST' })).status, 405);
  assert.equal((await service.fetch('/app', { method: 'DELETE' })).status, 405);
  const options = await service.fetch('/runs', { method: 'OPTIONS' });
  assert.equal(options.status, 204);
});

test('the versioned Accept header is supported, and an unknown version returns 406', async () => {
  const ask = (accept: string) => service.fetch('/runs', { headers: { accept } });
  const versioned = await ask('application/vnd.service.v2+json');
  assert.equal(versioned.headers.get('content-type'), 'application/vnd.service.v2+json');
  assert.ok('runs' in ((await versioned.json()) as Json)._embedded);
  for (const accept of ['*/*', 'application/json', 'application/vnd.api+json']) {
    const answer = await ask(accept);
    assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
    await answer.text();
  }
  const refused = await ask('application/vnd.service.v7+json');
  assert.equal(refused.status, 406);
  assert.match(((await refused.json()) as Json).error, /Use one of: v2\./);
});

test('a request with names of the original is answered with them', async () => {
  const byPath = await service.json('/api/floods');
  assert.equal(byPath._links.self.href, '/api/floods');
  assert.ok(Array.isArray(byPath._embedded.floods));
  const byVersion = await service.fetch('/runs', { headers: { accept: 'application/vnd.flood.v2+json' } });
  assert.equal(byVersion.headers.get('content-type'), 'application/vnd.flood.v2+json');
  assert.ok(Array.isArray(((await byVersion.json()) as Json)._embedded.floods));
  const refused = await service.fetch('/floods', {
    method: 'POST',
    body: new URLSearchParams({ 'flood[threads]': 'x' }),
  });
  assert.equal(refused.status, 422);
  const fields = ((await refused.json()) as Json).details.map((detail: Json) => detail.field);
  assert.deepEqual(fields.sort(), ['flood[threads]', 'flood[tool]', 'flood_files']);
});

test('every error is JSON in one format with a request id', async () => {
  const json = { 'content-type': 'application/json' };
  const requests: [number, string, RequestInit][] = [
    [400, '/runs', { method: 'POST', headers: json, body: '{broken' }],
    [400, '/runs', { method: 'POST', headers: { 'content-type': 'multipart/form-data' }, body: 'x' }],
    [400, '/runs/%zz', {}],
    [404, '/nope', {}],
    [405, '/runs', { method: 'DELETE' }],
    [406, '/runs', { headers: { accept: 'application/vnd.flood.v1+json' } }],
    [415, '/runs', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x' }],
    [422, '/runs', { method: 'POST', headers: json, body: '{}' }],
    [422, '/runs?page=0', {}],
    [422, '/grids', { method: 'POST' }],
  ];
  for (const [status, path, init] of requests) {
    const answer = await service.fetch(path, init);
    const body = (await answer.json()) as Json;
    assert.equal(answer.status, status, `${path} ${JSON.stringify(body)}`);
    assert.deepEqual(Object.keys(body), ['error', 'code', 'details']);
    assert.equal(typeof body.error, 'string');
    assert.ok(answer.headers.get('x-request-id'));
    assert.equal(answer.headers.get('cache-control'), 'no-store');
  }
});

test('an upload above the limit returns 413 with the limit', async () => {
  const form = new FormData();
  form.append('run[tool]', 'jmeter');
  form.append('run_files[]', new Blob([new Uint8Array(1_500_000)]), 'big.csv');
  const answer = await service.fetch('/runs', { method: 'POST', body: form });
  assert.equal(answer.status, 413);
  const body = (await answer.json()) as Json;
  assert.equal(body.code, 'too_large');
  assert.match(body.error, /1048576 bytes/);
});

test('the health check needs no token and reports ready', async () => {
  const answer = await fetch(`${service.url}/healthz`);
  assert.equal(answer.status, 200);
  assert.deepEqual(await answer.json(), { status: 'ready' });
});

test('the reference is served as a page and as OpenAPI, without external resources', async () => {
  const page = await fetch(`${service.url}/docs/api`);
  assert.match(page.headers.get('content-type') ?? '', /text\/html/);
  assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/);
  const text = await page.text();
  assert.match(text, /run\[grids\]\[\]\[stop_after\]/);
  assert.ok(!/(src|href)="https?:/.test(text));
  const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as Json;
  assert.equal(document.openapi, '3.1.0');
  assert.equal(document.servers[0].url, service.url);
});

test('the manual is served with its pages and examples, and no other files', async () => {
  const get = async (path: string) => {
    const answer = await fetch(`${service.url}${path}`);
    return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
  };
  const index = await get('/docs');
  assert.match(index.text, /<a href="\/docs\/tools">Tools<\/a>/);
  for (const [, path = ''] of index.text.matchAll(/<a href="(\/docs\/[^"#]*)/g)) {
    const { status, type } = await get(path);
    assert.deepEqual([status, type], [200, 'text/html; charset=utf-8'], path);
  }
  const example = await get('/docs/examples/ci/load-test.sh');
  assert.equal(example.type, 'text/plain; charset=utf-8');
  assert.match(example.text, /^#!/);
  for (const path of [
    'nothing',
    'reference/nothing',
    'pictures/compare',
    'examples/ci/..',
    '..%2FREADME',
    '%00',
  ])
    assert.ok([400, 404].includes((await get(`/docs/${path}`)).status), path);
});

test('metrics require a token with their scope, and count requests by route, never by address', async () => {
  const tokenWith = async (scope: string): Promise<string> => {
    const body = new URLSearchParams({ 'token[name]': scope, 'token[scopes]': scope });
    return (await service.json('/tokens', { method: 'POST', body })).secret;
  };
  const scrape = (token: string) =>
    fetch(`${service.url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  assert.equal((await fetch(`${service.url}/metrics`)).status, 401);
  const refused = await scrape(await tokenWith('read'));
  assert.equal(refused.status, 403);
  assert.match(((await refused.json()) as Json).error, /requires the scope metrics .*; the token has read\./);
  const token = await tokenWith('metrics');
  assert.equal((await service.fetch('/runs', { headers: { authorization: `Bearer ${token}` } })).status, 403);

  const first = await scrape(token);
  assert.equal(first.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8');
  const before = metricsIn(await first.text());
  for (const name of ['first', 'second', 'third']) await service.fetch(`/runs/${name}`);
  await service.fetch('/no/such/place');
  const text = await (await scrape(token)).text();
  const after = metricsIn(text);
  const added = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
  assert.equal(added('spate_http_requests_total{method="GET",route="/runs/:runId",status="4xx"}'), 3);
  assert.equal(added('spate_http_requests_total{method="GET",route="unknown",status="4xx"}'), 1);
  assert.equal(added('spate_http_request_duration_seconds_count{method="GET",route="/runs/:runId"}'), 3);
  assert.doesNotMatch(text, /second"|such/);
  assert.equal(after.get('spate_database_up'), 1);
  assert.equal(after.get('spate_runs{state="running"}'), 0);

  const [, listener = ''] = /"url":"(http:[^"]+\/metrics)"/.exec(await service.log()) ?? [];
  assert.deepEqual(metricNamesIn(await (await fetch(listener)).text()), metricNamesIn(text));
});
