import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { after, before, test } from 'node:test';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { plan } from '../support/plan.ts';
import { type Json, startService, type TestService, withoutNodes } from '../support/service.ts';

let mail: MailServer;
let service: TestService;
/** Accepts every connection and never responds. */
let deadProvider: Server;
before(async () => {
  mail = await startMailServer();
  deadProvider = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(deadProvider, 'listening');
  service = await startService({
    ...withoutNodes,
    SPATE_SMTP_URL: mail.url,
    SPATE_MAIL_FROM: 'spate@load.example',
    SPATE_OPENID_ISSUER: `http://127.0.0.1:${(deadProvider.address() as AddressInfo).port}`,
    SPATE_OPENID_CLIENT_ID: 'spate',
    SPATE_OPENID_NAME: 'Team',
  });
});
after(async () => {
  await service?.close();
  await mail?.close();
  deadProvider?.close();
});

const fromOurPage = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' };
const password = 'correct horse';

interface Asking {
  method?: string;
  token?: string;
  cookie?: string;
  fields?: Record<string, string>;
  headers?: Record<string, string>;
}

/** Sends a request with a token, with a page cookie, or unauthenticated. */
async function ask(path: string, { method = 'GET', token, cookie, fields, headers }: Asking = {}) {
  const answer = await fetch(`${service.url}${cookie === undefined ? '' : '/app/api'}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(cookie ? { cookie, ...fromOurPage } : {}),
      ...headers,
    },
    ...(fields ? { body: new URLSearchParams(fields) } : {}),
  });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.startsWith('application/json');
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    json: (isJson && text !== '' ? JSON.parse(text) : undefined) as Json,
    cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '',
  };
}

const asOwner = (path: string, asking: Asking = {}) => ask(path, { token: service.token, ...asking });

async function invite(email: string, role = 'member'): Promise<Json> {
  const fields = { 'invitation[email]': email, 'invitation[role]': role };
  const { status, json, text } = await asOwner('/invitations', { method: 'POST', fields });
  assert.equal(status, 201, text);
  return json;
}

/** A user who opened the invitation link and set a password. */
async function join(email: string, role = 'member') {
  const secret = (await invite(email, role)).link.split('#')[1];
  const fields = { 'invitation[secret]': secret, 'invitation[password]': password };
  const joined = await ask('/invitations/accept', { method: 'POST', fields });
  assert.equal(joined.status, 201, joined.text);
  return { ...joined, id: (await ask('/users/me', { cookie: joined.cookie })).json.id };
}

async function signIn(email: string, given = password) {
  return ask('/session', { method: 'POST', fields: { 'session[email]': email, 'session[password]': given } });
}

test('an invited user gets the link by mail, opens it, joins with a password and is signed in', async () => {
  const made = await invite('ann@example.com');
  assert.equal(made.mailed, true);
  assert.ok(made.link.startsWith(`${service.url}/app/join#`));
  const sent = mail.mails.at(-1);
  assert.deepEqual([sent?.from, sent?.to], ['spate@load.example', ['ann@example.com']]);
  const plainText = sent?.text.replaceAll('=\n', '').replaceAll('=3D', '=') ?? '';
  assert.ok(plainText.includes(made.link), plainText);
  const secret = made.link.split('#')[1];
  const looked = await ask('/invitations/look', { method: 'POST', fields: { 'invitation[secret]': secret } });
  assert.deepEqual(Object.keys(looked.json), ['purpose', 'email', 'role', 'invited_by', 'expires_at']);
  const fields = {
    'invitation[secret]': secret,
    'invitation[password]': password,
    'invitation[name]': 'Ann',
  };
  const joined = await ask('/invitations/accept', { method: 'POST', fields });
  assert.deepEqual(
    [joined.status, joined.json],
    [201, { email: 'ann@example.com', name: 'Ann', role: 'member' }],
  );
  assert.ok(joined.headers.get('set-cookie')?.includes('HttpOnly'));
  assert.deepEqual((await ask('/session', { cookie: joined.cookie })).json, joined.json);
  const again = await ask('/invitations/accept', { method: 'POST', fields });
  assert.equal(again.status, 404);

  const signedIn = await signIn('ann@example.com');
  assert.equal(signedIn.status, 200);
  assert.notEqual(signedIn.cookie, joined.cookie);
  const me = (await ask('/users/me', { cookie: signedIn.cookie })).json;
  assert.deepEqual([me.sign_in_count, me.authentication_token], [2, null]);
  assert.ok(me.last_sign_in_at < me.current_sign_in_at);
});

test('a password reset sends a link by mail, and signs out all browsers of the user', async () => {
  const { id, cookie } = await join('forgot@example.com', 'viewer');
  assert.equal((await ask(`/users/${id}/reset`, { method: 'POST', cookie })).status, 403);
  const made = await asOwner(`/users/${id}/reset`, { method: 'POST' });
  assert.deepEqual([made.status, made.json.mailed], [201, true]);
  const sent = mail.mails.at(-1);
  assert.deepEqual(sent?.to, ['forgot@example.com']);
  const plainText = sent?.text.replaceAll('=\n', '').replaceAll('=3D', '=') ?? '';
  assert.ok(plainText.includes(made.json.link) && /set a new password/.test(plainText), plainText);
  assert.ok(!(await asOwner('/invitations')).text.includes('forgot@example.com'));
  const secret = made.json.link.split('#')[1];
  const looked = await ask('/invitations/look', { method: 'POST', fields: { 'invitation[secret]': secret } });
  assert.deepEqual([looked.json.purpose, looked.json.email], ['reset', 'forgot@example.com']);
  assert.equal((await ask('/session', { cookie })).status, 200);

  const fields = { 'invitation[secret]': secret, 'invitation[password]': 'another horse' };
  const set = await ask('/invitations/accept', { method: 'POST', fields });
  assert.equal(set.status, 201, set.text);
  assert.equal((await ask('/users/me', { cookie: set.cookie })).json.id, id);
  assert.equal((await ask('/session', { cookie })).status, 401);
  assert.equal((await ask('/invitations/accept', { method: 'POST', fields })).status, 404);
  assert.equal((await signIn('forgot@example.com')).status, 401);
  assert.equal((await signIn('forgot@example.com', 'another horse')).status, 200);
  assert.equal((await asOwner('/users/999999/reset', { method: 'POST' })).status, 404);
});

test('if mail cannot be sent, the link is returned with mailed: false', async () => {
  const before = mail.mails.length;
  const made = await invite('mailed@example.com');
  assert.equal(mail.mails.length, before + 1);
  await asOwner(`/invitations/${made.id}`, { method: 'DELETE' });
  mail.refuse();
  const shown = await invite('unmailed@example.com');
  assert.equal(shown.mailed, false);
  assert.ok(shown.link.includes('/app/join#'));
  const list = (await asOwner('/invitations')).json._embedded.invitations;
  assert.deepEqual(
    list.map((each: Json) => each.email),
    ['unmailed@example.com'],
  );
});

test('users list and end their own sessions, and signing out ends the session', async () => {
  const here = await join('browsers@example.com');
  const there = await signIn('browsers@example.com');
  const list = (await ask('/sessions', { cookie: here.cookie })).json;
  assert.equal(list.total, 2);
  const [current, other] = ['current', 'other'].map((which) =>
    list._embedded.sessions.find((each: Json) => each.current === (which === 'current')),
  );
  assert.equal(current.address, '127.0.0.1');
  assert.equal((await ask(`/sessions/${other.id}`, { method: 'DELETE', cookie: here.cookie })).status, 204);
  assert.equal((await ask('/session', { cookie: there.cookie })).status, 401);
  const out = await ask('/session', { method: 'DELETE', cookie: here.cookie });
  assert.equal(out.status, 204);
  assert.equal((await ask('/session', { cookie: here.cookie })).status, 401);
});

/** Follows a run until its first view; `ended` resolves when the service ends the stream. */
async function watchView(url: string, cookie: string): Promise<{ text: string; ended: Promise<void> }> {
  const { status, body } = await fetch(url, { headers: { cookie } });
  assert.equal(status, 200);
  assert.ok(body);
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (!/^event: view\n.*\n\n/m.test(text)) {
    const { value, done } = await reader.read();
    assert.ok(!done, text);
    text += value;
  }
  const drain = async () => {
    while (!(await reader.read()).done);
  };
  return { text, ended: drain() };
}

test('removing a user ends their session, token and event streams at once', async () => {
  const form = new FormData();
  form.append('run[tool]', 'jmeter');
  form.append('run[grids][][infrastructure]', 'hosted');
  form.append('run[grids][][region]', 'x');
  form.append('run[grids][][stop_after]', '15');
  form.append('run_files[]', new Blob([plan({ port: 9 })]), 'plan.jmx');
  const { cookie, id } = await join('leaver@example.com');
  const fields = { 'token[name]': 'theirs' };
  const made = (await ask('/tokens', { method: 'POST', cookie, fields })).json;
  const posted = await fetch(`${service.url}/runs`, {
    method: 'POST',
    headers: { authorization: `Bearer ${made.secret}` },
    body: form,
  });
  const run = (await posted.json()) as Json;
  assert.equal(posted.status, 201);
  const watch = () => watchView(`${service.url}/app/api/runs/${run.uuid}/events?view=true`, cookie);
  // The stream ends with a change of the role, because its views have the permissions of the user.
  const asMember = await watch();
  assert.match(asMember.text, /"may_change":true/);
  const demote = { method: 'PATCH', fields: { 'user[role]': 'viewer' } };
  assert.equal((await asOwner(`/users/${id}`, demote)).status, 200);
  await asMember.ended;
  const watching = await watch();
  assert.match(watching.text, /event: state.*"may_change":false/s);

  assert.equal((await asOwner(`/users/${id}`, { method: 'DELETE' })).status, 204);
  assert.equal((await ask('/runs', { cookie })).status, 401);
  assert.equal((await ask('/runs', { token: made.secret })).status, 401);
  assert.equal((await signIn('leaver@example.com')).status, 401);
  // Resolves only because the service ends the stream: the run is still waiting for its node.
  await watching.ended;
  const kept = (await asOwner(`/runs/${run.uuid}`)).json;
  assert.equal(kept.status, 'queued');
  await asOwner(`/runs/${run.uuid}/stop`);
});

test('roles change at once, and the last owner cannot be demoted or removed', async () => {
  const { id, cookie } = await join('riser@example.com', 'viewer');
  const promote = { method: 'PATCH', fields: { 'user[role]': 'owner' } };
  assert.equal((await ask('/audit', { cookie })).status, 403);
  assert.equal((await asOwner(`/users/${id}`, promote)).json.role, 'owner');
  assert.equal((await ask('/audit', { cookie })).status, 200);
  const demote = { method: 'PATCH', fields: { 'user[role]': 'viewer' } };
  assert.equal((await asOwner(`/users/${id}`, demote)).status, 200);
  assert.equal((await asOwner('/users/1', demote)).status, 409);
  assert.equal((await asOwner('/users/1', { method: 'DELETE' })).status, 409);
});

test('users change their name and password', async () => {
  const { cookie } = await join('changer@example.com', 'viewer');
  const named = await ask('/users/me', { method: 'PATCH', cookie, fields: { 'user[name]': 'Chan Ger' } });
  assert.equal(named.json.name, 'Chan Ger');
  const change = (fields: Record<string, string>) =>
    ask('/users/me/password', { method: 'POST', cookie, fields });
  const wrong = await change({ 'password[current]': 'wrong horses', 'password[new]': 'another horse' });
  assert.deepEqual([wrong.status, wrong.json.details[0].field], [422, 'password[current]']);
  const right = await change({ 'password[current]': password, 'password[new]': 'another horse' });
  assert.equal(right.status, 204);
  assert.equal((await signIn('changer@example.com', 'another horse')).status, 200);
});

test('guessing passwords returns 429 with Retry-After, and other users can sign in', async () => {
  const { cookie } = await join('target@example.com');
  const statuses = new Set<number>();
  let waitS = 0;
  for (let count = 0; count < 20; count++) {
    const { status, headers } = await signIn('target@example.com', `guess number ${count}`);
    statuses.add(status);
    if (status === 429) waitS = Number(headers.get('retry-after'));
  }
  assert.deepEqual([...statuses], [401, 429]);
  assert.ok(waitS > 0);
  assert.equal((await asOwner('/runs')).status, 200);
  assert.equal((await ask('/session', { cookie })).status, 200);
  assert.equal(
    (await ask('/session', { method: 'POST', fields: { 'session[token]': service.token } })).status,
    200,
  );
});

test('wrong tokens are rate-limited, valid ones never, and address headers are not trusted', async () => {
  const ask100 = (round: number) =>
    Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        ask('/runs', {
          token: `wrong-${round}-${index}`,
          headers: { 'x-forwarded-for': `198.51.100.${index}` },
        }),
      ),
    );
  const answers: Awaited<ReturnType<typeof ask>>[] = [];
  for (let round = 0; round < 30 && !answers.some(({ status }) => status === 429); round++) {
    answers.push(...(await ask100(round)));
  }
  assert.deepEqual([...new Set(answers.map(({ status }) => status))].sort(), [401, 429]);
  const slowed = answers.find(({ status }) => status === 429);
  assert.ok(Number(slowed?.headers.get('retry-after')) >= 1);
  assert.equal(slowed?.json.code, 'too_many');
  assert.equal((await asOwner('/runs')).status, 200);
});

test('a token for one project reads, creates and changes nothing outside of it', async () => {
  const create = (token: string, project?: string) => {
    const form = new FormData();
    form.append('run[tool]', 'jmeter');
    if (project) form.append('run[project]', project);
    form.append('run[grids][][infrastructure]', 'hosted');
    form.append('run[grids][][region]', 'x');
    form.append('run[grids][][stop_after]', '15');
    form.append('run_files[]', new Blob([plan({ port: 9 })]), 'plan.jmx');
    const headers = { authorization: `Bearer ${token}` };
    return fetch(`${service.url}/runs`, { method: 'POST', headers, body: form });
  };
  const fields = { 'token[name]': 'shop ci', 'token[project]': 'Shop', 'token[scopes]': 'read,run,admin' };
  const made = (await asOwner('/tokens', { method: 'POST', fields })).json;
  assert.deepEqual([made.project, made.scopes], ['Shop', ['read', 'run', 'admin']]);
  const token = made.secret;
  const outside = (await (await create(service.token, 'Default')).json()) as Json;
  for (const what of [
    '',
    '/view',
    '/report',
    '/stop',
    '/repeat',
    '/events',
    '/logs',
    '/archives',
    '/result.csv',
  ]) {
    assert.equal((await ask(`/runs/${outside.uuid}${what}`, { token })).status, 404, what);
  }
  for (const method of ['DELETE', 'HEAD'])
    assert.equal((await ask(`/runs/${outside.uuid}`, { method, token })).status, 404, method);
  assert.equal((await ask(`/runs/${outside.uuid}/set-public`, { method: 'PATCH', token })).status, 404);
  const refused = await create(token, 'Default');
  assert.equal(refused.status, 403);
  assert.match(((await refused.json()) as Json).error, /limited to the project Shop/);
  const inside = (await (await create(token)).json()) as Json;
  assert.equal((await ask(`/runs/${inside.uuid}`, { token })).status, 200);
  const list = (await ask('/runs', { token })).json;
  assert.deepEqual(
    list._embedded.runs.map((each: Json) => each.uuid),
    [inside.uuid],
  );
  assert.equal((await ask('/runs?project=Default', { token })).json.total, 0);
  assert.equal((await ask('/trends?project=Default', { token })).json.total, 0);
  const compared = await ask(`/compare?runs=${inside.uuid},${outside.uuid}`, { token });
  assert.equal(compared.status, 404);
  const projects = (await ask('/projects', { token })).json._embedded.projects;
  assert.deepEqual(
    projects.map((each: Json) => each.name),
    ['Shop'],
  );
  assert.equal((await ask('/users', { token })).status, 200);
  assert.equal((await ask('/grids', { token })).status, 200);
  const newUser = { 'user[email]': 'way-out@example.com' };
  assert.equal((await ask('/users', { method: 'POST', token, fields: newUser })).status, 403);
  assert.equal((await ask('/audit', { token })).status, 403);
  const wider = { 'token[name]': 'wider', 'token[project]': 'Default' };
  assert.equal((await ask('/tokens', { method: 'POST', token, fields: wider })).status, 403);
  for (const id of [inside.uuid, outside.uuid]) await asOwner(`/runs/${id}/stop`);
});

test('a token shows its expiry, and an invalid date is rejected', async () => {
  const token = (end: string) => ({ 'token[name]': 'until', 'token[expires_at]': end });
  const made = await asOwner('/tokens', { method: 'POST', fields: token('2099-01-31') });
  assert.equal(made.json.expires_at, '2099-01-31T00:00:00.000Z');
  const never = await fetch(`${service.url}/tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ token: { name: 'for ever', scopes: ['read'], expires_at: null } }),
  });
  assert.equal(((await never.json()) as Json).expires_at, null);
  for (const end of ['2001-01-31', 'tomorrow', '2099-13-31']) {
    const answer = await asOwner('/tokens', { method: 'POST', fields: token(end) });
    assert.deepEqual([answer.status, answer.json.details[0].field], [422, 'token[expires_at]'], end);
  }
});

test('owners read the audit log of successful and rejected actions, as pages and as CSV', async () => {
  const { id, cookie } = await join('watched@example.com', 'viewer');
  await ask('/runs/nothing/stop', { cookie });
  await signIn('watched@example.com', 'wrong horses');
  await asOwner('/tokens', { method: 'POST', fields: { 'token[name]': '=1+1' } });
  const made = (await asOwner('/tokens')).json._embedded.tokens.at(-1);
  const named = await asOwner('/tokens', { method: 'POST', fields: { 'token[name]': '@evil' } });
  await ask('/runs/nothing', { method: 'DELETE', token: named.json.secret });

  const all = (await asOwner('/audit?limit=1000')).json._embedded.entries as Json[];
  const ofWatched = all.filter((each) => each.email === 'watched@example.com');
  const told = ofWatched.map((each) => [each.action, each.target, each.status, each.means, each.user_id]);
  assert.deepEqual(told, [
    ['POST /session', null, 401, null, null],
    ['GET /runs/:runId/stop', 'nothing', 403, 'session', id],
    ['POST /invitations/accept', null, 201, 'session', id],
  ]);
  assert.ok(all.every((each) => each.address === '127.0.0.1'));
  assert.ok(all.some((each) => each.action === 'POST /tokens' && each.target === String(made.id)));
  assert.ok(all.some((each) => each.action === 'POST /invitations' && each.target === 'watched@example.com'));
  assert.ok(!all.some((each) => each.action.startsWith('GET /runs ')));

  const first = (await asOwner('/audit?limit=2')).json;
  const next = (await asOwner(first._links.next.href)).json;
  assert.deepEqual(
    [...first._embedded.entries, ...next._embedded.entries].map((each: Json) => each.id),
    all.slice(0, 4).map((each) => each.id),
  );
  const mine = (await asOwner(`/audit?user=${id}&action=GET`)).json._embedded.entries;
  assert.equal(mine.length, 1);
  const csv = await asOwner('/audit.csv');
  assert.match(csv.headers.get('content-type') ?? '', /^text\/csv/);
  const lines = csv.text.trimEnd().split('\r\n');
  assert.equal(lines[0], 'id,at,user_id,email,means,address,action,target,status');
  assert.equal(lines.length, all.length + 1);
  assert.ok(csv.text.includes('token @evil'));
  assert.ok(!/(^|,)[=@+]/m.test(csv.text));
  assert.ok(!csv.text.includes(service.token) && !csv.text.includes(password));
});

test('GET /api/v3/me and PATCH /api/v3/floods/:id/set-public respond like the original', async () => {
  const me = await ask('/api/v3/me', { token: service.token });
  assert.deepEqual([me.json.data.id, me.json.data.type], ['1', 'users']);
  assert.equal((await ask('/api/v3/me')).status, 401);
  const none = await ask('/api/v3/floods/nothing/set-public', { method: 'PATCH', token: 'null' });
  assert.ok([401, 429].includes(none.status));
  assert.equal(typeof none.json.error, 'string');
  const { status } = await ask('/api/v3/floods/nothing/set-public', {
    method: 'PATCH',
    token: service.token,
  });
  assert.equal(status, 404);
});

test('an unreachable provider shows a page with 503, also in the callback, and other sign-in methods work', async () => {
  const secrets = { state: 's', nonce: 'n', verifier: 'v', page: '/app' };
  const cookie = `spate_openid=${Buffer.from(JSON.stringify(secrets)).toString('base64url')}`;
  const ways = [
    await ask('/session/openid?then=/app/grids'),
    await ask('/session/openid/callback?code=x&state=s', { headers: { cookie } }),
  ];
  for (const { status, text, headers, cookie: set } of ways) {
    assert.equal(status, 503, text);
    assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
    assert.match(text, /Team is not reachable\. Try again later\./);
    assert.match(text, /<a href="\/app\/sign-in">/);
    assert.equal(set, '');
  }
  const { status } = await ask('/session', {
    method: 'POST',
    fields: { 'session[token]': service.token },
  });
  assert.equal(status, 200);
});

test('without sign-in, only the sign-in methods are visible', async () => {
  const ways = await ask('/session/ways');
  assert.deepEqual([ways.status, ways.json.password], [200, true]);
  const empty = await ask('/session', { method: 'POST', fields: {} });
  assert.equal(empty.status, 422);
});
