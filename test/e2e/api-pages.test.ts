import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { plan } from '../support/plan.ts';
import { type Json, startService, type TestService, withoutNodes } from '../support/service.ts';

let service: TestService;
let run: Json;
before(async () => {
  service = await startService(withoutNodes);
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

/** Requests like a browser without a token. */
function browse(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(service.url + path, { redirect: 'manual', ...init });
}

test('the page itself reveals nothing without sign-in', async () => {
  const page = await browse(`/app/runs/${run.uuid}`);
  assert.equal(page.status, 401);
  assert.equal(page.headers.get('www-authenticate'), null);
  const text = await page.text();
  assert.equal(text, await (await browse(`/app/runs/${'0'.repeat(22)}`)).text());
  assert.ok(!text.includes('Build'));
});

test('the status of a page depends on its content', async () => {
  const statusOf = async (path: string) => (await service.fetch(path)).status;
  assert.deepEqual(await Promise.all(['/app', `/app/runs/${run.uuid}`].map(statusOf)), [200, 200]);
  assert.equal(await statusOf(`/app/runs/${'0'.repeat(22)}`), 404);
  assert.equal((await browse('/app')).status, 401);
});

test('pages allow nothing inline or external and are not cached', async () => {
  for (const path of ['/app', `/app/runs/${run.uuid}`]) {
    const page = await browse(path);
    const policy = page.headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'none'/);
    assert.match(policy, /script-src 'self';/);
    assert.match(policy, /frame-ancestors 'none'/);
    assert.ok(!policy.includes('unsafe'));
    assert.equal(page.headers.get('cache-control'), 'no-store');
    assert.equal(page.headers.get('x-content-type-options'), 'nosniff');
    const text = await page.text();
    assert.ok(!/<script(?![^>]* src=)|<style| style=| on[a-z]+=/i.test(text), text);
  }
});

test('assets of the page are compressed and cached forever by name', async () => {
  const text = await (await browse('/app')).text();
  const paths = [...text.matchAll(/(?:src|href)="(\/app\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '');
  assert.ok(paths.some((path) => path.endsWith('.js')) && paths.some((path) => path.endsWith('.css')));
  for (const path of paths) {
    const file = await browse(path, { headers: { 'accept-encoding': 'br, gzip' } });
    assert.equal(file.status, 200);
    assert.equal(file.headers.get('content-encoding'), 'br');
    assert.match(file.headers.get('cache-control') ?? '', /immutable/);
    const plain = await browse(path, { headers: { 'accept-encoding': 'identity' } });
    assert.equal(plain.headers.get('content-encoding'), null);
    assert.equal(await plain.text(), await file.text());
  }
  assert.equal((await browse('/app/assets/nothing.js')).status, 404);
});

test('the report is one self-contained file; without sign-in only for public runs and without names', async () => {
  const path = `/app/api/runs/${run.uuid}/report.html`;
  assert.equal((await browse(path)).status, 401);
  const own = await service.fetch(path);
  assert.match(own.headers.get('content-disposition') ?? '', /^attachment/);
  const text = await own.text();
  assert.match(text, /&lt;b>Build/);
  assert.ok(!/<script|<link|src=|url\(/i.test(text));
  await service.json(`/runs/${run.uuid}/set-public`, { method: 'PATCH' });
  assert.equal((await browse(path)).status, 200);
  await service.json(`/runs/${run.uuid}/set-private`, { method: 'PATCH' });
});

test('no request of a page returns the token', async () => {
  const session = await service.fetch('/app/api/session', {
    method: 'POST',
    body: JSON.stringify({ session: { token: service.token } }),
    headers: { 'content-type': 'application/json' },
  });
  const cookie = session.headers.get('set-cookie')?.split(';')[0] ?? '';
  for (const path of ['session', 'users/me', 'users', 'account']) {
    const answer = await browse(`/app/api/${path}`, { headers: { cookie } });
    assert.equal(answer.status, 200, path);
    assert.ok(!(await answer.text()).includes(service.token), path);
  }
  assert.ok((await (await service.fetch('/users/me')).text()).includes(service.token));
});

test('the site starts at the list of runs', async () => {
  const root = await browse('/');
  assert.equal(root.status, 302);
  assert.equal(root.headers.get('location'), '/app');
});
