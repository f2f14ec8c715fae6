import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { plan } from '../support/plan.ts';
import { type Json, startService, type TestService } from '../support/service.ts';

let service: TestService;
let run: Json;
before(async () => {
  service = await startService();
  const form = new FormData();
  form.append('run[tool]', 'jmeter');
  form.append('run[name]', '<b>Build</b>');
  form.append('run[grids][][infrastructure]', 'hosted');
  form.append('run[grids][][region]', 'x');
  form.append('run[grids][][stop_after]', '15');
  form.append('run_files[]', new Blob([plan({ port: 9 })]), 'secret-plan.jmx');
  run = await service.json('/runs', { method: 'POST', body: form });
});
after(() => service?.close());

/** As a browser without a token would. */
function browse(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(service.url + path, { redirect: 'manual', ...init });
}

async function signIn(token: string, next = `/app/runs/${run.uuid}`): Promise<Response> {
  return browse('/app/session', { method: 'POST', body: new URLSearchParams({ token, next }) });
}

test('a private run asks for the token once and then shows its page', async () => {
  const asked = await browse(`/app/runs/${run.uuid}`);
  assert.equal(asked.status, 401);
  assert.equal(asked.headers.get('www-authenticate'), null);
  const form = await asked.text();
  assert.match(form, /name="token"/);
  assert.ok(!form.includes('Build'));

  const wrong = await signIn('wrong');
  assert.equal(wrong.status, 401);
  assert.equal(wrong.headers.get('set-cookie'), null);

  const right = await signIn(service.token);
  assert.equal(right.status, 303);
  assert.equal(right.headers.get('location'), `/app/runs/${run.uuid}`);
  const cookie = right.headers.get('set-cookie') ?? '';
  for (const part of ['HttpOnly', 'Secure', 'SameSite=Strict', 'Path=/app'])
    assert.ok(cookie.includes(part), part);

  const headers = { cookie: cookie.split(';')[0] ?? '' };
  const page = await browse(`/app/runs/${run.uuid}`, { headers });
  assert.equal(page.status, 200);
  const text = await page.text();
  assert.match(text, /&#60;b&#62;Build/);
  assert.match(text, /Queued/);
  assert.match(text, /secret-plan\.jmx/);
  assert.match(text, /http-equiv="refresh"/);
  const list = await (await browse('/app', { headers })).text();
  assert.match(list, new RegExp(`/app/runs/${run.uuid}`));

  // The cookie is for reading pages and opens nothing else.
  assert.equal((await browse('/runs', { headers })).status, 401);
  assert.equal((await browse(`/runs/${run.uuid}/stop`, { headers })).status, 401);
});

test('pages allow nothing from elsewhere and are not kept by caches', async () => {
  for (const path of ['/app', `/app/runs/${run.uuid}`]) {
    const page = await browse(path);
    const policy = page.headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'none'/);
    assert.match(policy, /frame-ancestors 'none'/);
    assert.equal(page.headers.get('cache-control'), 'no-store');
    assert.equal(page.headers.get('x-content-type-options'), 'nosniff');
    assert.ok(!/<script/i.test(await page.text()));
  }
  assert.match((await browse('/app/style.css')).headers.get('content-type') ?? '', /text\/css/);
});

test('a public page shows neither files nor nodes, and stops refreshing when the run is over', async () => {
  await service.json(`/runs/${run.uuid}/set-public`, { method: 'PATCH' });
  const going = await (await browse(`/app/runs/${run.uuid}`)).text();
  assert.match(going, /http-equiv="refresh"/);
  assert.ok(!going.includes('secret-plan.jmx'));
  await service.json(`/runs/${run.uuid}/stop`);
  const over = await (await browse(`/app/floods/${run.uuid}`)).text();
  assert.match(over, /Finished/);
  assert.ok(!over.includes('http-equiv="refresh"'));
  await service.json(`/runs/${run.uuid}/set-private`, { method: 'PATCH' });
});

test('downloads lie beside the page, for people of the account only', async () => {
  const cookie = ((await signIn(service.token)).headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const text = await (await browse(`/app/runs/${run.uuid}`, { headers: { cookie } })).text();
  const path = /href="(\/app\/runs\/[^"]*\/files\/[^"]*)"/.exec(text)?.[1] ?? '';
  const file = await browse(path, { headers: { cookie } });
  assert.equal(file.status, 200);
  assert.match(file.headers.get('content-disposition') ?? '', /^attachment/);
  assert.equal(await file.text(), plan({ port: 9 }));
  await service.json(`/runs/${run.uuid}/set-public`, { method: 'PATCH' });
  const results = `/app/runs/${run.uuid}/result.csv`;
  for (const closed of [path, results]) assert.equal((await browse(closed)).status, 401);
  const csv = await browse(results, { headers: { cookie } });
  assert.equal(await csv.text(), await (await service.fetch(`/runs/${run.uuid}/result.csv`)).text());
  await service.json(`/runs/${run.uuid}/set-private`, { method: 'PATCH' });
});

test('the site begins at the list of runs, sign-in first', async () => {
  const root = await browse('/');
  assert.equal(root.status, 302);
  assert.equal(root.headers.get('location'), '/app');
  const list = await browse('/app');
  assert.equal(list.status, 401);
  assert.match(await list.text(), /Sign in/);
});

test('signing in leads nowhere else and another site cannot do it', async () => {
  const away = await signIn(service.token, 'https://evil.example/');
  assert.equal(away.headers.get('location'), '/app');
  const foreign = await browse('/app/session', {
    method: 'POST',
    headers: { 'sec-fetch-site': 'cross-site' },
    body: new URLSearchParams({ token: service.token }),
  });
  assert.equal(foreign.status, 403);
  assert.equal(foreign.headers.get('set-cookie'), null);
});

test('a page that does not exist says so to those who are signed in, and no more to others', async () => {
  const cookie = ((await signIn(service.token)).headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const path = `/app/runs/${'0'.repeat(22)}`;
  assert.equal((await browse(path, { headers: { cookie } })).status, 404);
  assert.equal((await browse(path)).status, 401);
});
