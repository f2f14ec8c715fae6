import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { withDatabase } from '../../../test/support/postgres.ts';
import { type Scope, scopes } from '../../domain/scopes.ts';
import { silentLog } from '../../lib/log.ts';
import type { Database } from '../../store/database.ts';
import { deleteExpiredRecords } from '../../store/oauth-records.ts';
import { insertAccount, insertUser, markUserRemoved } from '../../store/users.ts';
import { findAccessTokenActor } from './access-token.ts';
import { createOAuth, type OAuth } from './oauth.ts';

const postgres = withDatabase();

interface Service {
  oauth: OAuth;
  url: string;
  ask(path: string, form: Record<string, string>): Promise<{ status: number; body: Record<string, string> }>;
}

/** One of several service instances on the same database. */
async function startService(t: TestContext, database: Database): Promise<Service> {
  const oauth = createOAuth({
    database,
    log: silentLog,
    addressOf: () => '203.0.113.9',
    isBehindProxy: false,
    checkPassword: undefined,
    errorPage: ({ error }) => ({ headers: {}, body: error }),
  });
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    void oauth.answer('https://load.example', request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    oauth,
    url,
    async ask(path, form) {
      const body = new URLSearchParams({ client_id: 'spate-cli', ...form });
      const answer = await fetch(url + path, { method: 'POST', body });
      return { status: answer.status, body: (await answer.json()) as Record<string, string> };
    },
  };
}

async function stage(t: TestContext) {
  const database = await postgres.fresh();
  const account = await insertAccount(database, 'owner@example.com');
  const user = await insertUser(database, {
    accountId: account.id,
    email: 'ann@example.com',
    role: 'member',
  });
  assert.ok(user);
  const [here, there] = await Promise.all([startService(t, database), startService(t, database)]);
  return { database, userId: user.id, here, there };
}

const deviceGrant = { grant_type: 'urn:ietf:params:oauth:grant-type:device_code' };

async function letIn(
  { oauth, ask }: Service,
  userId: number,
  held: readonly Scope[] = scopes,
): Promise<string> {
  const { body } = await ask('/oauth/device', { scope: scopes.join(' ') });
  const request = await oauth.device('https://load.example', body.user_code ?? '');
  assert.equal(request?.address, '203.0.113.9');
  assert.equal(await request?.allow({ userId, scopes: held }), true);
  return body.device_code ?? '';
}

test('service instances share keys and state', async (t) => {
  const { database, userId, here, there } = await stage(t);
  const keys = await Promise.all(
    [here, there].map(async ({ url }) => (await fetch(`${url}/oauth/jwks`)).json()),
  );
  assert.deepEqual(keys[0], keys[1]);
  const code = await letIn(here, userId);
  const { status, body } = await there.ask('/oauth/token', { ...deviceGrant, device_code: code });
  assert.equal(status, 200);
  const actor = await findAccessTokenActor(database, body.access_token ?? '');
  assert.equal(actor?.userId, userId);
  assert.equal(actor?.role, 'member');
  assert.deepEqual(actor?.scopes, scopes);
  assert.deepEqual(actor?.means, {
    kind: 'application',
    id: 'spate-cli',
    name: 'Spate CLI',
  });
  await markUserRemoved(database, userId);
  assert.equal(await findAccessTokenActor(database, body.access_token ?? ''), undefined);
});

test('concurrent uses of one code or refresh token succeed at most once, and the grant is deleted', async (t) => {
  const { database, userId, here, there } = await stage(t);
  const services = [here, there, here, there];
  const code = await letIn(here, userId);
  const tries = await Promise.all(
    services.map(({ ask }) => ask('/oauth/token', { ...deviceGrant, device_code: code })),
  );
  const served = tries.filter(({ status }) => status === 200);
  assert.ok(served.length <= 1);
  for (const { body } of served)
    assert.equal(await findAccessTokenActor(database, body.access_token ?? ''), undefined);

  const second = await here.ask('/oauth/token', { ...deviceGrant, device_code: await letIn(here, userId) });
  const refresh = { grant_type: 'refresh_token', refresh_token: second.body.refresh_token ?? '' };
  const renewed = await Promise.all(services.map(({ ask }) => ask('/oauth/token', refresh)));
  assert.ok(renewed.filter(({ status }) => status === 200).length <= 1);
  for (const { body } of [second, ...renewed])
    assert.equal(await findAccessTokenActor(database, body.access_token ?? ''), undefined);
});

test('users cannot grant more scopes than they have', async (t) => {
  const { database, userId, here } = await stage(t);
  const code = await letIn(here, userId, ['read', 'admin']);
  const { body } = await here.ask('/oauth/token', { ...deviceGrant, device_code: code });
  assert.equal(body.scope, 'read admin');
  assert.deepEqual((await findAccessTokenActor(database, body.access_token ?? ''))?.scopes, [
    'read',
    'admin',
  ]);
});

test('a device code can be answered only once', async (t) => {
  const { userId, here } = await stage(t);
  const { body } = await here.ask('/oauth/device', {});
  const [first, second] = await Promise.all(
    [0, 1].map(() => here.oauth.device('https://load.example', body.user_code ?? '')),
  );
  assert.equal(await first?.refuse(), true);
  assert.equal(await second?.allow({ userId, scopes }), false);
  assert.equal(await here.oauth.device('https://load.example', body.user_code ?? ''), undefined);
});

test('expired records are removed, active ones are kept', async (t) => {
  const { database, userId, here } = await stage(t);
  await here.ask('/oauth/device', {});
  const { body } = await here.ask('/oauth/token', { ...deviceGrant, device_code: await letIn(here, userId) });
  await database.query(
    `update oauth_records set expires_at = now() - interval '1 minute' where kind in ('DeviceCode', 'RefreshToken')`,
  );
  await deleteExpiredRecords(database);
  const kinds = await database.query<{ kind: string }>('select kind from oauth_records order by kind');
  assert.deepEqual(
    kinds.map(({ kind }) => kind),
    ['AccessToken', 'Grant', 'RefreshToken'],
  );
  assert.ok(await findAccessTokenActor(database, body.access_token ?? ''));
  await database.query(`update oauth_records set expires_at = now() - interval '2 days'`);
  await deleteExpiredRecords(database);
  assert.deepEqual(await database.query('select 1 from oauth_records'), []);
});
