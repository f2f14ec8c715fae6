import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { after, before, test } from 'node:test';
import { confirmDevice } from '../support/device.ts';
import { plan } from '../support/plan.ts';
import { type Json, startService, type TestService, withoutNodes } from '../support/service.ts';
import { until } from '../support/until.ts';

let service: TestService;
before(async () => {
  service = await startService({ ...withoutNodes, SPATE_OAUTH_PASSWORD_GRANT: 'on' });
});
after(() => service?.close());

interface Heard {
  status: number;
  text: string;
  json: Json;
}

const basic = (token: string) => ({ authorization: `Basic ${btoa(`${token}:`)}` });
const form = (fields: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(fields) });

async function ask(path: string, token: string, init: RequestInit = {}): Promise<Heard> {
  const answer = await service.fetch(path, { ...init, headers: { ...init.headers, ...basic(token) } });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.includes('json') && text !== '';
  return { status: answer.status, text, json: isJson ? JSON.parse(text) : undefined };
}

function addPerson(email: string, role: string): Promise<Json> {
  return service.json('/users', form({ 'user[email]': email, 'user[role]': role }));
}

/** A request whose body is sent only on release. */
async function hold(
  path: string,
  token: string,
  fields: Record<string, string>,
): Promise<() => Promise<number>> {
  const body = new URLSearchParams(fields).toString();
  const asking = request(service.url + path, {
    method: 'POST',
    headers: {
      ...basic(token),
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': String(body.length),
      expect: '100-continue',
    },
  });
  // The service may respond before the body, and close the connection.
  asking.on('error', () => undefined);
  const answered = once(asking, 'response') as Promise<[IncomingMessage]>;
  asking.flushHeaders();
  await once(asking, 'continue');
  return async () => {
    asking.end(body);
    const [answer] = await answered;
    answer.resume();
    return answer.statusCode ?? 0;
  };
}

test('rejects an authenticated request if its user is removed before the body arrives', async () => {
  const eve = await addPerson('eve@example.com', 'owner');
  const token = eve.authentication_token;
  const attempts = await Promise.all([
    hold('/users', token, { 'user[email]': 'eve2@example.com', 'user[role]': 'owner' }),
    hold('/invitations', token, { 'invitation[email]': 'eve3@example.com', 'invitation[role]': 'owner' }),
    hold('/tokens', token, { 'token[name]': 'later' }),
    hold('/applications', token, { 'application[name]': 'later' }),
  ]);
  // Usually the held requests, which are older, are authenticated by now; otherwise they are rejected without their bodies.
  assert.equal((await ask('/users/me', token)).status, 200);
  assert.equal((await service.fetch(`/users/${eve.id}`, { method: 'DELETE' })).status, 204);
  for (const letGo of attempts) assert.equal(await letGo(), 401);
  const { _embedded } = await service.json('/users');
  assert.ok(_embedded.users.every(({ email }: Json) => !email.startsWith('eve')));
  assert.equal((await service.json('/invitations')).total, 0);
});

test('checks the role of the user again when the body has arrived', async () => {
  const max = await addPerson('max@example.com', 'owner');
  const letGo = await hold('/users', max.authentication_token, { 'user[email]': 'max2@example.com' });
  assert.equal((await ask('/users/me', max.authentication_token)).status, 200);
  const role = { method: 'PATCH', body: new URLSearchParams({ 'user[role]': 'viewer' }) };
  assert.equal((await service.json(`/users/${max.id}`, role)).role, 'viewer');
  assert.equal(await letGo(), 403);
});

test('pages of another origin can neither sign in a browser nor change anything with its stored token', async () => {
  const strangers: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ];
  const signIn = form({ 'session[token]': service.token });
  for (const headers of strangers) {
    for (const path of ['/session', '/app/api/session']) {
      const answer = await service.fetch(path, { ...signIn, headers });
      assert.equal(answer.status, 403, `${path} ${JSON.stringify(headers)}`);
      assert.equal(answer.headers.get('set-cookie'), null);
      await answer.body?.cancel();
    }
    const made = await ask('/tokens', service.token, { ...form({ 'token[name]': 'stolen' }), headers });
    assert.equal(made.status, 403, JSON.stringify(headers));
  }
  for (const headers of [{}, { 'sec-fetch-site': 'same-origin' }, { origin: service.url }]) {
    const answer = await service.fetch('/app/api/session', { ...signIn, headers });
    assert.equal(answer.status, 200);
    assert.ok(answer.headers.get('set-cookie'));
    await answer.body?.cancel();
  }
});

test('an expiring token cannot create anything that outlives it', async () => {
  const end = new Date(Date.now() + 3_600_000).toISOString();
  const { secret } = await service.json(
    '/tokens',
    form({ 'token[name]': 'short', 'token[expires_at]': end }),
  );
  const registered = await ask('/applications', secret, form({ 'application[name]': 'Long' }));
  assert.equal(registered.status, 403);
  assert.match(registered.json.error, /outlive/);
  const signedIn = await service.fetch('/app/api/session', form({ 'session[token]': secret }));
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
  await signedIn.body?.cancel();
  const asked = await fetch(`${service.url}/oauth/device`, form({ client_id: 'spate-cli' }));
  const device = (await asked.json()) as Json;
  await assert.rejects(confirmDevice(service, cookie, device.user_code, 'allow'), /answered 403/);
});

test('a token for one project cannot revoke applications', async () => {
  const { secret } = await service.json('/tokens', form({ 'token[name]': 'p', 'token[project]': 'Shop' }));
  const made = await service.json('/applications', form({ 'application[name]': 'Keep' }));
  assert.equal((await ask(`/applications/${made.id}`, secret, { method: 'DELETE' })).status, 403);
  const { _embedded } = await service.json('/applications');
  assert.ok(_embedded.applications.some(({ id }: Json) => id === made.id));
});

test('rejects NUL characters as invalid requests, also at the OAuth server', async () => {
  const { id } = await service.json(
    '/applications',
    form({ 'application[name]': 'Web', 'application[redirect_uris][]': 'https://ci.example.com/cb' }),
  );
  const asks: [string, RequestInit][] = [
    ['/oauth/token', form({ grant_type: 'password', username: 'a\0b', password: 'long enough for one' })],
    ['/oauth/token', form({ grant_type: 'client_credentials', client_id: 'a\0b', client_secret: 'x' })],
    ['/oauth/token', { ...form({ grant_type: 'client_credentials' }), headers: basic('a\0b') }],
    ['/oauth/device', form({ client_id: 'spate-cli\0' })],
    [`/oauth/authorize?client_id=a%00b&response_type=code`, {}],
    [`/oauth/authorize?client_id=${id}&response_type=code&state=%00`, {}],
  ];
  for (const [path, init] of asks) {
    const answer = await fetch(service.url + path, { redirect: 'manual', ...init });
    const text = await answer.text();
    assert.ok(answer.status >= 400 && answer.status < 500, `${path} ${answer.status} ${text}`);
  }
});

test('ends the event stream of unauthenticated clients when a public run becomes private', async () => {
  const body = new FormData();
  body.append('run[tool]', 'jmeter');
  body.append('run[grids][][infrastructure]', 'hosted');
  body.append('run[grids][][region]', 'x');
  body.append('run[grids][][stop_after]', '15');
  body.append('run[privacy]', 'public');
  body.append('run_files[]', new Blob([plan({ port: 9 })]), 'plan.jmx');
  const run = await service.json('/runs', { method: 'POST', body });
  const watching = await fetch(`${service.url}/runs/${run.uuid}/events`);
  assert.equal(watching.status, 200);
  const stream = watching.body?.pipeThrough(new TextDecoderStream()).getReader();
  assert.ok(stream);
  let heard = '';
  while (!heard.includes('event: state')) {
    const { done, value } = await stream.read();
    assert.ok(!done, `ended after ${heard}`);
    heard += value;
  }
  const hidden = await service.json(`/runs/${run.uuid}/set-private`, { method: 'PATCH' });
  assert.equal(hidden.privacy, 'private');
  // Ends only because the service ends the stream: the run is still waiting for its node.
  while (!(await stream.read()).done);
  assert.equal((await service.json(`/runs/${run.uuid}`)).status, 'queued');
  await service.json(`/runs/${run.uuid}/stop`);
});

test('the audit log has the client address, also after the client has disconnected', async () => {
  const { id, secret } = await service.json('/applications', form({ 'application[name]': 'Hasty' }));
  for (let count = 0; count < 5; count++) {
    const answer = await fetch(`${service.url}/oauth/token`, {
      ...form({ grant_type: 'client_credentials', client_id: id, client_secret: secret }),
      headers: { connection: 'close' },
    });
    assert.equal(answer.status, 200);
    await answer.text();
  }
  const entries = await until('all of it is written', async () => {
    const { _embedded } = await service.json('/audit?action=POST%20/oauth/token');
    const own = _embedded.entries.filter(({ target, status }: Json) => target === id && status === 200);
    return own.length === 5 ? own : undefined;
  });
  for (const { address } of entries) assert.equal(address, '127.0.0.1');
});
