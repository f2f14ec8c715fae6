import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { after, before, test } from 'node:test';
import { createClient } from '../../src/contract/client.ts';
import { plan } from '../support/plan.ts';
import { type Json, startService, type TestService, withoutNodes } from '../support/service.ts';

let service: TestService;
let run: Json;
before(async () => {
  service = await startService(withoutNodes);
  const form = new FormData();
  form.append('run[tool]', 'jmeter');
  form.append('run[name]', 'Access');
  form.append('run[notes]', 'secret notes');
  form.append('run[grids][][infrastructure]', 'hosted');
  form.append('run[grids][][region]', 'x');
  form.append('run[grids][][stop_after]', '15');
  form.append('run_files[]', new Blob([plan({ port: 9 })]), 'secret-plan.jmx');
  run = await service.json('/runs', { method: 'POST', body: form });
});
after(() => service?.close());

const shown = ['view', 'labels', 'errors', 'charts', 'heatmap'];
const hidden = ['', '/report', '/report.json', '/logs', '/archives', '/result.csv', '/series'];

function ask(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(service.url + path, { redirect: 'manual', ...init });
}

/** Sends exactly these headers; fetch would set some of them itself. */
async function statusOf(method: string, path: string, headers: Record<string, string>): Promise<number> {
  const asking = request(service.url + path, { method, headers }).end();
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  answer.resume();
  await once(answer, 'end');
  return answer.statusCode ?? 0;
}

async function signIn(token = service.token): Promise<{ status: number; cookie: string; header: string }> {
  const answer = await ask('/app/api/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ session: { token } }),
  });
  const header = answer.headers.get('set-cookie') ?? '';
  await answer.body?.cancel();
  return { status: answer.status, cookie: header.split(';')[0] ?? '', header };
}

async function readEvents(path: string, headers: Record<string, string> = {}): Promise<string[]> {
  const answer = await ask(path, { headers });
  assert.equal(answer.status, 200);
  assert.match(answer.headers.get('content-type') ?? '', /^text\/event-stream/);
  return (await answer.text()).match(/^event: (.*)$/gm) ?? [];
}

/** The first `view` event of a stream. */
async function firstView(path: string, headers: Record<string, string>): Promise<Json> {
  const leaving = new AbortController();
  const answer = await ask(path, { headers, signal: leaving.signal });
  assert.ok(answer.body);
  let text = '';
  for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const [, data] = /^event: view\ndata: (.*)\n\n/m.exec(text) ?? [];
    if (data !== undefined) {
      leaving.abort();
      return JSON.parse(data);
    }
  }
  throw new Error(`No view event: ${text}`);
}

test('a private run is not visible without sign-in, not even its existence', async () => {
  for (const id of [run.uuid, '0'.repeat(22)]) {
    for (const what of [...shown.map((each) => `/${each}`), ...hidden, '/events']) {
      for (const prefix of ['', '/api', '/app/api']) {
        const answer = await ask(`${prefix}/runs/${id}${what}`);
        assert.equal(answer.status, 401, `${prefix} ${what}`);
        assert.ok(!(await answer.text()).includes('Access'));
      }
    }
  }
});

test('the token is exchanged for a cookie that no script and no other site can use', async () => {
  assert.equal((await signIn('wrong')).status, 401);
  assert.equal((await signIn('wrong')).cookie, '');
  const { status, header, cookie } = await signIn();
  assert.equal(status, 200);
  for (const part of ['HttpOnly', 'Secure', 'SameSite=Strict', 'Path=/app'])
    assert.ok(header.includes(part), part);
  const foreign = await ask('/app/api/session', {
    method: 'POST',
    headers: { 'sec-fetch-site': 'cross-site' },
    body: new URLSearchParams({ 'session[token]': service.token }),
  });
  assert.equal(foreign.status, 403);
  assert.equal(foreign.headers.get('set-cookie'), null);
  const me = await ask('/app/api/session', { headers: { cookie } });
  assert.equal(((await me.json()) as Json).role, 'owner');
  assert.equal((await ask('/app/api/session')).status, 401);
  const out = await ask('/app/api/session', { method: 'DELETE', headers: { cookie } });
  assert.equal(out.status, 204);
  assert.match(out.headers.get('set-cookie') ?? '', /Max-Age=0/);
});

test('the cookie authenticates requests of pages only', async () => {
  const { cookie } = await signIn();
  for (const what of [...shown.map((each) => `/${each}`), '', '/report', '/logs', '/report.json']) {
    assert.equal((await ask(`/app/api/runs/${run.uuid}${what}`, { headers: { cookie } })).status, 200, what);
    assert.equal((await ask(`/api/runs/${run.uuid}${what}`, { headers: { cookie } })).status, 401, what);
    assert.equal((await ask(`/runs/${run.uuid}${what}`, { headers: { cookie } })).status, 401, what);
  }
  const view = (await (await ask(`/app/api/runs/${run.uuid}/view`, { headers: { cookie } })).json()) as Json;
  assert.deepEqual(view.access, { is_member: true, may_change: true });
  const file = await ask(view.files[0].href, { headers: { cookie } });
  assert.equal(await file.text(), plan({ port: 9 }));
});

test('the cookie authenticates changes only from our own pages', async () => {
  const { cookie } = await signIn();
  const path = `/app/api/runs/${run.uuid}`;
  const attempts: [string, string][] = [
    ['GET', `${path}/stop`],
    ['GET', `${path}/repeat`],
    ['DELETE', path],
    ['PATCH', path],
    ['PATCH', `${path}/set-public`],
    ['POST', '/app/api/tokens'],
    ['POST', '/app/api/runs'],
  ];
  const strangers: Record<string, string>[] = [
    {},
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ];
  for (const [method, address] of attempts) {
    for (const headers of strangers) {
      const status = await statusOf(method, address, { cookie, ...headers });
      assert.equal(status, 403, `${method} ${address} ${JSON.stringify(headers)}`);
    }
  }
  assert.equal((await service.json(`/runs/${run.uuid}`)).privacy, 'private');
  for (const headers of [
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' },
    { origin: service.url },
  ]) {
    const made = await ask(`${path}/repeat`, { headers: { cookie, ...headers } });
    assert.equal(made.status, 200);
    const again = (await made.json()) as Json;
    const ended = await ask(`/app/api/runs/${again.uuid}/stop`, { headers: { cookie, ...headers } });
    assert.equal(((await ended.json()) as Json).status, 'finished');
  }
});

test('a viewer can read everything and change nothing', async () => {
  const added = await service.json('/users', {
    method: 'POST',
    body: new URLSearchParams({ 'user[email]': 'viv@example.com', 'user[role]': 'viewer' }),
  });
  const { cookie } = await signIn(added.authentication_token);
  const view = await ask(`/app/api/runs/${run.uuid}/view`, { headers: { cookie } });
  assert.deepEqual(((await view.json()) as Json).access, { is_member: true, may_change: false });
  const headers = { cookie, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' };
  assert.equal((await ask(`/app/api/runs/${run.uuid}/stop`, { headers })).status, 403);
});

test('a public run is shown without sign-in, but no files, logs, archives, addresses or actions', async () => {
  await service.json(`/runs/${run.uuid}/set-public`, { method: 'PATCH' });
  for (const what of shown) assert.equal((await ask(`/app/api/runs/${run.uuid}/${what}`)).status, 200, what);
  for (const what of [...hidden, `/files/${run._embedded.files[0].uuid}`, '/stop', '/repeat'])
    assert.equal((await ask(`/app/api/runs/${run.uuid}${what}`)).status, 401, what);
  const text = await (await ask(`/app/api/runs/${run.uuid}/view`)).text();
  const view = JSON.parse(text) as Json;
  assert.deepEqual(view.access, { is_member: false, may_change: false });
  for (const key of ['files', 'archives', 'downloads', 'remote_errors', 'warnings'])
    assert.deepEqual(view[key], []);
  for (const secret of ['secret-plan', 'secret notes', run._embedded.grids[0].name])
    assert.ok(!text.includes(secret));
  // A wrong token gets the public view as well.
  const wrong = { authorization: `Basic ${btoa('wrong:')}` };
  assert.equal((await ask(`/runs/${run.uuid}/view`, { headers: wrong })).status, 200);
  await service.json(`/runs/${run.uuid}/set-private`, { method: 'PATCH' });
});

test('the view in the events is the response of GET /view, for users of the account and for others', async () => {
  const { cookie } = await signIn();
  await service.json(`/runs/${run.uuid}/set-public`, { method: 'PATCH' });
  const paths = [`/runs/${run.uuid}`, `/app/api/runs/${run.uuid}`];
  for (const path of paths) {
    for (const headers of [{}, { cookie }] as Record<string, string>[]) {
      for (const query of ['', '&from=1&to=5&times=all']) {
        const view = await firstView(`${path}/events?view=true${query}`, headers);
        const response = await ask(`${path}/view?${query}`, { headers });
        assert.deepEqual({ ...view, as_of: '' }, { ...((await response.json()) as Json), as_of: '' });
        assert.equal(view.access.is_member, 'cookie' in headers && path.startsWith('/app/'));
      }
    }
  }
  assert.equal((await ask(`/runs/${run.uuid}/events?view=true&from=5&to=1`)).status, 422);
  await service.json(`/runs/${run.uuid}/set-private`, { method: 'PATCH' });
});

test('events end with the run, do not restart after it, and end when the service stops', async () => {
  const form = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' };
  const { cookie } = await signIn();
  const again = await service.json(`/runs/${run.uuid}/repeat`);
  const following = readEvents(`/app/api/runs/${again.uuid}/events`, { cookie });
  await ask(`/app/api/runs/${again.uuid}/stop`, { headers: { cookie, ...form } });
  const heard = await following;
  assert.equal(heard[0], 'event: state');
  assert.equal(heard.at(-1), 'event: finished');
  assert.deepEqual(await readEvents(`/runs/${again.uuid}/events?auth_token=${service.token}`), [
    'event: state',
    'event: finished',
  ]);
  const over = await ask(`/app/api/runs/${again.uuid}/events`, {
    headers: { cookie, 'last-event-id': 'end' },
  });
  assert.equal(over.status, 204);
  const open = await ask(`/app/api/runs/${run.uuid}/events`, { headers: { cookie } });
  assert.equal(open.status, 200);
  const text = open.text();
  await service.leave();
  assert.match(await text, /event: state/);
  await service.start();
});

test('the typed client reads views with a token, matching /openapi.json', async () => {
  const client = createClient({ url: service.url, token: service.token });
  const view = await client.runs.view(run.uuid);
  assert.equal(view.name, 'Access');
  assert.equal(view.range.is_whole, true);
  assert.equal((await client.runs.labels(run.uuid, { sort: 'p95' })).total, 0);
  assert.deepEqual((await client.runs.charts(run.uuid)).columns.time, []);
  assert.equal((await client.runs.heatmap(run.uuid)).max, 0);
  assert.equal((await client.runs.export(run.uuid)).format, 'spate-report-1');
  await assert.rejects(client.runs.view(run.uuid, { from: 20, to: 10 }), /`to` must be after `from`/);
  await assert.rejects(client.runs.labels(run.uuid, { sort: 'speed' }), /sort must be one of label, samples/);
});

test('errors of OAuth pages are shown as pages', async () => {
  const { secret } = await service.json('/tokens', {
    method: 'POST',
    body: new URLSearchParams({ 'token[name]': 'narrow', 'token[scopes]': 'read' }),
  });
  const [narrow, whole] = [await signIn(secret), await signIn()];
  const home = { origin: service.url };
  const form = new URLSearchParams({ user_code: 'AAAA-BBBB', answer: 'allow' });
  const tries: [path: string, init: RequestInit, status: number, words: RegExp][] = [
    ['/app/device', { headers: { cookie: narrow.cookie } }, 403, /signed in with a restricted token/],
    [
      '/app/device?user_code=AAAA-BBBB',
      { headers: { cookie: whole.cookie } },
      404,
      /The code is incorrect, has expired/,
    ],
    [
      '/app/device',
      { method: 'POST', headers: { cookie: whole.cookie, ...home }, body: form },
      404,
      /The code is incorrect/,
    ],
    [
      '/app/device',
      { method: 'POST', headers: { cookie: whole.cookie }, body: form },
      403,
      /only be sent from a page of this service/,
    ],
    [
      '/app/device',
      { method: 'POST', headers: { cookie: whole.cookie, ...home }, body: 'x'.repeat(60_000) },
      413,
      /larger than 51200 bytes/,
    ],
    [
      '/app/device',
      { method: 'POST', headers: { 'content-type': 'application/json', ...home }, body: '{}' },
      415,
      /urlencoded form/,
    ],
    ['/app/authorize/unknown', { headers: { cookie: whole.cookie } }, 410, /This request is no longer valid/],
    [
      '/app/authorize/unknown',
      { method: 'POST', headers: { cookie: whole.cookie, ...home }, body: form },
      410,
      /This request is no longer valid/,
    ],
    [
      '/app/authorize/unknown',
      { method: 'POST', headers: { cookie: narrow.cookie, ...home }, body: form },
      403,
      /signed in with a restricted token/,
    ],
  ];
  for (const [path, init, status, words] of tries) {
    const answer = await ask(path, init);
    const text = await answer.text();
    assert.equal(answer.status, status, `${path} ${text}`);
    assert.equal(answer.headers.get('content-type'), 'text/html; charset=utf-8', path);
    assert.match(text, words);
    assert.match(answer.headers.get('content-security-policy') ?? '', /default-src 'none'/);
  }
});
