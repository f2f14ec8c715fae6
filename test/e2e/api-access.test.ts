import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type Arm, startArm, subscriptionId } from '../support/azure/arm-server.ts';
import { clientId, clientSecret, tenantId } from '../support/azure/sign-in.ts';
import { type Json, startService, type TestService, withoutNodes } from '../support/service.ts';

let service: TestService;
let arm: Arm;
let folder: string;
before(async () => {
  arm = await startArm();
  folder = await mkdtemp(join(tmpdir(), 'spate-access-'));
  const ca = join(folder, 'ca.pem');
  await writeFile(ca, arm.ca);
  service = await startService({
    ...withoutNodes,
    SPATE_AZURE_URL: arm.url,
    AZURE_AUTHORITY_HOST: arm.url,
    NODE_EXTRA_CA_CERTS: ca,
  });
});
after(async () => {
  await service?.close();
  await arm?.stop();
  await rm(folder, { recursive: true, force: true });
});

const basic = (text: string) => `Basic ${btoa(text)}`;

/** Sends exactly this Authorization header, or none. */
function ask(path: string, authorization?: string, init: RequestInit = {}): Promise<Response> {
  return fetch(service.url + path, {
    redirect: 'manual',
    ...init,
    headers: { ...(authorization ? { authorization } : {}), ...init.headers },
  });
}

test('every way of sending the token authenticates the same user', async () => {
  const { token } = service;
  const forms: [string, string | undefined][] = [
    ['/users/me', basic(`${token}:`)],
    ['/users/me', basic(`${token}:x`)],
    ['/users/me', basic(token)],
    ['/users/me', basic(`${token}:x:`)],
    ['/users/me', `Bearer ${token}`],
    [`/users/me?auth_token=${token}`, undefined],
    [`/users/me?auth_token=${token}`, 'Bearer null'],
  ];
  for (const [path, authorization] of forms) {
    const answer = await ask(path, authorization);
    assert.equal(answer.status, 200, `${path} ${authorization}`);
    const user = (await answer.json()) as Json;
    assert.equal(user.id, 1);
    assert.equal(user.authentication_token, token);
  }
});

test('returns 401 with the text that clients compare without a valid token', async () => {
  for (const authorization of [undefined, basic('wrong:'), 'Bearer null', 'Basic', 'rubbish']) {
    const answer = await ask('/api/users/me', authorization);
    assert.equal(answer.status, 401);
    assert.match(answer.headers.get('www-authenticate') ?? '', /^Basic /);
    assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
    assert.deepEqual(await answer.json(), {
      error: 'Not Authenticated',
      code: 'not_authenticated',
      details: [],
    });
  }
});

test('requests of scripts in a page do not cause a password prompt of the browser', async () => {
  const answer = await ask('/runs', undefined, {
    headers: { 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'same-origin' },
  });
  assert.equal(answer.status, 401);
  assert.equal(answer.headers.get('www-authenticate'), null);
});

test('only public operations work without a token', async () => {
  const guarded = [
    ['GET', '/runs'],
    ['POST', '/runs'],
    ['GET', '/runs/abc'],
    ['DELETE', '/runs/abc'],
    ['GET', '/runs/abc/stop'],
    ['GET', '/runs/abc/repeat'],
    ['GET', '/runs/abc/report'],
    ['GET', '/runs/abc/series'],
    ['GET', '/runs/abc/result'],
    ['GET', '/runs/abc/result.csv'],
    ['GET', '/runs/abc/results'],
    ['GET', '/runs/abc/archives'],
    ['GET', '/runs/abc/files/x'],
    ['PATCH', '/runs/abc/set-public'],
    ['PATCH', '/api/v3/runs/abc/set-public'],
    ['GET', '/api/v3/me'],
    ['GET', '/grids'],
    ['POST', '/grids'],
    ['GET', '/grids/abc'],
    ['DELETE', '/grids/abc'],
    ['GET', '/account'],
    ['GET', '/users'],
    ['GET', '/users/1'],
    ['POST', '/users'],
    ['DELETE', '/users/1'],
    ['GET', '/tokens'],
    ['POST', '/tokens'],
    ['GET', '/credentials'],
    ['POST', '/credentials'],
    ['GET', '/projects'],
    ['GET', '/usage'],
    ['GET', '/prices'],
    ['PATCH', '/budget'],
  ] as const;
  for (const [method, path] of guarded) {
    assert.equal((await ask(path, undefined, { method })).status, 401, `${method} ${path}`);
  }
  for (const path of ['/healthz', '/openapi.json', '/docs/api']) {
    const answer = await ask(path);
    assert.equal(answer.status, 200, path);
    // A large body that is not read keeps its connection open.
    await answer.text();
  }
});

test('GET /account returns users and credentials, with tokens only for their owner', async () => {
  const added = await service.json('/users', {
    method: 'POST',
    body: new URLSearchParams({ 'user[email]': 'ann@example.com' }),
  });
  assert.equal(added.role, 'member');
  assert.ok(added.authentication_token.length > 20);

  const seen = await service.json('/account');
  assert.equal(seen._links.self.href, '/api/account');
  assert.equal(typeof seen.email, 'string');
  const ann = seen._embedded.users.find((user: Json) => user.email === 'ann@example.com');
  assert.equal(ann.authentication_token, null);
  assert.equal(ann._links.self.href, `/api/users/${ann.id}`);
  assert.equal(ann._links.account.href, '/api/account');

  const hers = (await (await ask('/account', basic(`${added.authentication_token}:`))).json()) as Json;
  const text = JSON.stringify(hers);
  assert.ok(text.includes(added.authentication_token));
  assert.ok(!text.includes(service.token));
  assert.equal((await service.json(`/users/${ann.id}`)).authentication_token, null);

  const gone = await service.fetch(`/users/${ann.id}`, { method: 'DELETE' });
  assert.equal(gone.status, 204);
  assert.equal(await gone.text(), '');
  assert.equal((await ask('/account', basic(`${added.authentication_token}:`))).status, 401);
  assert.equal((await service.fetch(`/users/${ann.id}`)).status, 404);
});

test('tokens are created, shown once, listed without their secret, and revoked', async () => {
  const made = await service.json('/tokens', {
    method: 'POST',
    body: new URLSearchParams({ 'token[name]': 'ci' }),
  });
  assert.equal((await ask('/runs', basic(`${made.secret}:`))).status, 200);
  const listed = await (await service.fetch('/tokens')).text();
  assert.ok(listed.includes('"name":"ci"') && !listed.includes(made.secret));
  assert.equal((await service.fetch(`/tokens/${made.id}`, { method: 'DELETE' })).status, 204);
  assert.equal((await ask('/runs', basic(`${made.secret}:`))).status, 401);
});

test('credentials are added and removed, their secret is never shown, an unknown id returns 422', async () => {
  const made = await service.fetch('/credentials', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      credential: {
        provider: 'azure',
        description: 'CI',
        tenant_id: tenantId,
        client_id: clientId,
        subscription_id: subscriptionId,
        secret: clientSecret,
      },
    }),
  });
  assert.equal(made.status, 201);
  const credential = (await made.json()) as Json;
  assert.equal(credential.cloud_account, subscriptionId);
  assert.deepEqual(Object.keys(credential), [
    'id',
    'provider',
    'description',
    'arn',
    'access_key_id',
    'tenant_id',
    'client_id',
    'cloud_account',
    'role',
  ]);
  for (const path of ['/credentials', '/account']) {
    const text = await (await service.fetch(path)).text();
    assert.ok(text.includes(clientId) && !text.includes(clientSecret), path);
  }
  const grid = {
    'grid[region]': 'us-east-1',
    'grid[infrastructure]': 'hosted',
    'grid[stop_after]': '5',
    'grid[credential_id]': '999999',
  };
  const refused = await service.fetch('/grids', { method: 'POST', body: new URLSearchParams(grid) });
  assert.equal(refused.status, 422);
  assert.equal(((await refused.json()) as Json).code, 'credential_unknown');
  assert.equal((await service.fetch(`/credentials/${credential.id}`, { method: 'DELETE' })).status, 204);
  for (const body of [
    { provider: 'aws' },
    { provider: 'aws', access_key_id: 'x' },
    { provider: 'moon', arn: 'x' },
    { provider: 'aws', arn: 'not-an-arn' },
    { provider: 'azure', access_key_id: 'x', secret: 'y' },
    { provider: 'azure', tenant_id: tenantId, client_id: clientId, secret: clientSecret },
    {
      provider: 'azure',
      tenant_id: tenantId,
      client_id: clientId,
      subscription_id: subscriptionId,
      secret: 'wrong',
    },
    { provider: 'aws', arn: 'x', role: 'viewer' },
  ]) {
    const answer = await service.fetch('/credentials', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ credential: body }),
    });
    assert.equal(answer.status, 422, JSON.stringify(body));
  }
});

test('a viewer can read but not change anything', async () => {
  const body = new URLSearchParams({ 'user[email]': 'eve@example.com', 'user[role]': 'viewer' });
  const viewer = await service.json('/users', { method: 'POST', body });
  const authorization = basic(`${viewer.authentication_token}:`);
  for (const path of ['/runs', '/grids', '/account', '/projects']) {
    assert.equal((await ask(path, authorization)).status, 200, path);
  }
  for (const [method, path] of [
    ['POST', '/runs'],
    ['POST', '/grids'],
    ['GET', '/runs/abc/stop'],
    ['GET', '/runs/abc/repeat'],
    ['DELETE', '/grids/abc'],
    ['POST', '/users'],
  ]) {
    const answer = await ask(path ?? '', authorization, { method: method ?? '' });
    assert.equal(answer.status, 403, `${method} ${path}`);
    assert.equal(((await answer.json()) as Json).code, 'not_allowed');
  }
});

test('a page of another site cannot start or stop anything with a stored token', async () => {
  for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-purpose': 'prefetch' }]) {
    const answer = await service.fetch('/runs/abc/stop', { headers });
    assert.equal(answer.status, 403);
  }
});

test('GET /projects lists projects with ids as numbers', async () => {
  const list = await service.json('/projects');
  const first = list._embedded.projects.find((project: Json) => project.name === 'Default');
  assert.equal(typeof first.id, 'number');
});

test('a hundred wrong tokens are rejected and the right one still works', async () => {
  const wrong = Array.from({ length: 100 }, (_, index) => ask('/runs', basic(`wrong${index}:`)));
  for (const answer of await Promise.all(wrong)) assert.equal(answer.status, 401);
  assert.equal((await service.fetch('/runs')).status, 200);
});
