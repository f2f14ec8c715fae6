import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { accessRules, readAccess } from '../../src/api/access-rules.ts';
import { apiRoutes } from '../../src/api/app.ts';
import { loadConfig } from '../../src/config/load.ts';
import { type AccessRule, refusal, roles } from '../../src/domain/access.ts';
import type { Actor, Role } from '../../src/domain/account.ts';
import { type Scope, scopes } from '../../src/domain/scopes.ts';
import { newId } from '../../src/lib/id.ts';
import { silentLog } from '../../src/lib/log.ts';
import { type RunningService, serve } from '../../src/service/serve.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { startTestPostgres, type TestPostgres } from '../support/postgres.ts';
import { insertRunRows } from '../support/rows.ts';
import type { Json } from '../support/service.ts';
import { isFullSuite } from '../support/suite.ts';

const firstToken = 'spate_live_0123456789abcdef0123456789abcdef01234567';
const fromOurPage = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' };

/** Not operations of the API: public pages, node agents with their own credentials, and addresses of OAuth. */
const others = [
  /^\/$/,
  /^\/app(\/|$)/,
  /^\/agent\//,
  /^\/oauth(\/|$)/,
  /^\/\.well-known\//,
  // Addresses of run pages in the original.
  /^\/p\/:projectId\/f\/:runId(\/\*)?$/,
  /^\/:runId\/result\.csv$/,
];

const routes: { method: string; url: string }[] = [];
let postgres: TestPostgres;
let dataDir: string;
let service: RunningService;
let app: FastifyInstance;
let database: Database;

before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'spate-test-'));
  postgres = await startTestPostgres();
  const url = await postgres.freshUrl();
  const config = loadConfig(
    {},
    {
      SPATE_DATA_DIR: dataDir,
      SPATE_PORT: '0',
      SPATE_TOKEN: firstToken,
      DATABASE_URL: url,
      SPATE_ANONYMOUS_PER_MINUTE: '0',
    },
  );
  service = await serve(config, silentLog, (made) => {
    app = made;
    made.addHook('onRoute', ({ method, url: path }) => {
      for (const each of [method].flat()) routes.push({ method: each, url: path });
    });
  });
  database = openDatabase({ url, log: silentLog });
});

after(async () => {
  try {
    await database?.close();
    await service?.stop('end');
  } finally {
    await postgres?.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});

/** A user with all ways to authenticate. */
interface Caller {
  name: string;
  actor: Pick<Actor, 'role' | 'scopes'>;
  token: string;
  cookie: string;
}

type Authentication = (url: string, caller: Caller) => Pick<InjectOptions, 'url' | 'headers'>;

const means: Record<string, Authentication> = {
  basic: (url, { token }) => ({ url, headers: { authorization: `Basic ${btoa(`${token}:`)}` } }),
  bearer: (url, { token }) => ({ url: `/api${url}`, headers: { authorization: `Bearer ${token}` } }),
  query: (url, { token }) => ({ url: `${url}?auth_token=${token}` }),
  cookie: (url, { cookie }) => ({ url: `/app/api${url}`, headers: { cookie, ...fromOurPage } }),
};

async function post(url: string, token: string, fields: Record<string, string>): Promise<Json> {
  const answer = await app.inject({
    method: 'POST',
    url,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  });
  assert.ok(answer.statusCode < 300, `${url} ${answer.statusCode} ${answer.payload}`);
  return { ...answer.json(), cookie: String(answer.headers['set-cookie'] ?? '').split(';')[0] };
}

/** Every role with each single scope, and with all scopes. */
async function makeCallers(): Promise<Caller[]> {
  const callers: Caller[] = [];
  for (const role of roles) {
    const person = await post('/users', firstToken, {
      'user[email]': `${role}@example.com`,
      'user[role]': role,
    });
    for (const chosen of [...scopes.map((scope) => [scope]), [...scopes]] satisfies Scope[][]) {
      const name = `${role} with ${chosen.join(', ')}`;
      const { secret } = await post('/tokens', person.authentication_token, {
        'token[name]': name,
        'token[scopes]': chosen.join(','),
      });
      const { cookie } = await post('/session', secret, { 'session[token]': secret });
      callers.push({ name, actor: { role, scopes: chosen }, token: secret, cookie });
    }
  }
  return callers;
}

/** A finished run of another account, on an ended grid. */
async function makeStrangersRun() {
  const rows = await insertRunRows(database);
  await database.query(`update runs set phase = 'finished', stopped_at = now() where id = $1`, [rows.runId]);
  await database.query('delete from executions where run_id = $1', [rows.runId]);
  for (const { gridId } of rows.executions) {
    await database.query('delete from nodes where grid_id = $1', [gridId]);
    await database.query(`update grids set status = 'invoiced' where id = $1`, [gridId]);
  }
  return rows;
}

/** One resource of each kind with an id, in another account. */
async function makeStrangersThings(): Promise<Record<string, string>> {
  const { accountId, projectId, runId, executions } = await makeStrangersRun();
  const insert = async (text: string, values: unknown[]) => {
    const [row] = await database.query<{ id: number | string }>(`${text} returning id`, values);
    return String(row?.id);
  };
  const userId = await insert(`insert into users (account_id, email, role) values ($1, 'x@y', 'owner')`, [
    accountId,
  ]);
  const hash = () => Buffer.from(newId());
  const month = `now() + interval '1 month'`;
  return {
    runId,
    gridId: executions[0]?.gridId ?? '',
    // Pages of the manual, which belong to no account.
    page: 'tools',
    section: 'reference',
    folder: 'ci',
    file: 'load-test.sh',
    projectId: String(projectId),
    userId,
    fileId: await insert(
      `insert into run_files (id, run_id, position, name, size_bytes, sha256, storage_key) values ($1, $2, 0, 'f', 1, 'x', 'y')`,
      [newId(), runId],
    ),
    testId: await insert(`insert into tests (id, account_id, project_id, name) values ($1, $2, $3, 'x')`, [
      newId(),
      accountId,
      projectId,
    ]),
    scheduleId: await insert(
      `insert into schedules (id, test_id, cron, time_zone) select $1, id, '0 0 1 1 *', 'UTC' from tests where account_id = $2`,
      [newId(), accountId],
    ),
    annotationId: await insert(
      `insert into annotations (id, account_id, project_id, at, kind, text) values ($1, $2, $3, now(), 'note', 'x')`,
      [newId(), accountId, projectId],
    ),
    sourceId: await insert(
      `insert into metric_sources (id, account_id, project_id, sealed_address, target, queries) values ($1, $2, $3, '', '', '[]')`,
      [newId(), accountId, projectId],
    ),
    exportId: await insert(
      `insert into metric_exports (id, account_id, project_id, kind, sealed_address, target) values ($1, $2, $3, 'otlp', '', '')`,
      [newId(), accountId, projectId],
    ),
    channelId: await insert(
      `insert into notification_channels (id, account_id, project_id, kind, sealed_address, target, events)
       values ($1, $2, $3, 'webhook', '', 'https://example.com', '{failed}')`,
      [newId(), accountId, projectId],
    ),
    tokenId: await insert(`insert into tokens (user_id, name, hash) values ($1, 'x', $2)`, [userId, hash()]),
    sessionId: await insert(
      `insert into sessions (user_id, hash, address, user_agent, expires_at) values ($1, $2, '', '', ${month})`,
      [userId, hash()],
    ),
    credentialId: await insert(
      `insert into credentials (account_id, provider, description) values ($1, 'aws', '')`,
      [accountId],
    ),
    invitationId: await insert(
      `insert into invitations (account_id, email, role, invited_by, hash, expires_at) values ($1, 'a@b', 'viewer', $2, $3, ${month})`,
      [accountId, userId, hash()],
    ),
    applicationId: await insert(
      `insert into applications (id, account_id, user_id, name, redirect_uris, grant_types, scopes) values ('other', $1, $2, 'x', '{}', '{}', '{}')`,
      [accountId, userId],
    ),
    name: 'no-such-archive.tar.gz',
  };
}

/** Valid bodies, because missing fields would be reported before an unknown id. */
const bodies: Record<string, Record<string, string>> = { 'PATCH /users/:userId': { 'user[role]': 'viewer' } };

interface Guarded {
  method: string;
  path: string;
  rule: AccessRule;
  /** `METHOD /path` in the table. */
  key: string;
}

/** The access rule of a route of the framework. */
function lineOf({ method, url }: { method: string; url: string }): Guarded | undefined {
  const own = accessRules[`${method} ${url}`];
  if (own !== undefined) return { method, path: url, rule: own, key: `${method} ${url}` };
  if (method !== 'HEAD') return undefined;
  const route = apiRoutes.find(({ path, head, changesState }) => path === url && (head || !changesState));
  const key = `${route?.method ?? 'GET'} ${url}`;
  const rule = accessRules[key];
  if (rule === undefined) return undefined;
  return {
    method,
    path: url,
    key,
    rule: route?.changesState && typeof rule === 'object' ? readAccess : rule,
  };
}

/** 401 and 403 exactly as in the table; resources of other accounts return 404. */
function expected({ rule, path }: Guarded, actor: Caller['actor'] | undefined): RegExp {
  if (rule === 'open') return /^(?!401|403)/;
  if (!actor) return /^401$/;
  const asked = {
    ...actor,
    accountId: 0,
    userId: 0,
    projectId: null,
    means: { kind: 'session', id: 0 },
  } as const;
  if (refusal(asked, rule === 'run' ? readAccess : rule) !== undefined) return /^403$/;
  return path.includes(':') ? /^404$/ : /^(?!401|403|404|5)/;
}

test('every operation requires exactly the role and scope of the table, for every user and authentication', async () => {
  const callers = await makeCallers();
  const ids = await makeStrangersThings();
  const guarded = routes.map(lineOf).filter((line) => line !== undefined);
  const known = new Set(guarded.map(({ key }) => key));
  for (const key of Object.keys(accessRules))
    assert.ok(known.has(key), `${key} is in the table, but there is no such route`);
  let calls = 0;
  const call = async (line: Guarded, caller: Caller | undefined, way: string) => {
    const url = line.path.replace(/:(\w+)/g, (_, name: string) => {
      assert.ok(ids[name], `another account has no ${name} yet: add one`);
      return ids[name] ?? '';
    });
    const fields = bodies[line.key];
    const body = fields && {
      payload: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    };
    const asked = caller ? (means[way] as Authentication)(url, caller) : { url };
    const answer = await app.inject({
      ...body,
      ...asked,
      headers: { ...body?.headers, ...asked.headers },
      method: line.method as 'GET',
    });
    calls += 1;
    const what = `${line.method} ${url} as ${caller?.name ?? 'no user'} by ${way}: ${answer.statusCode} ${answer.payload.slice(0, 200)}`;
    assert.match(String(answer.statusCode), expected(line, caller?.actor), what);
  };
  const ways = Object.keys(means);
  for (const [index, line] of guarded.entries()) {
    await call(line, undefined, 'nothing');
    // Signing out would invalidate the cookie for later requests.
    const possible = line.key === 'DELETE /session' ? ways.filter((way) => way !== 'cookie') : ways;
    // A HEAD request has the rule of its GET request.
    const asking = line.method === 'HEAD' && !isFullSuite() ? callers.slice(0, ways.length) : callers;
    const asked = asking.flatMap((caller, at) => {
      const isTriedInAllWays =
        isFullSuite() && caller.actor.scopes.length === scopes.length && line.method !== 'HEAD';
      const chosen = isTriedInAllWays ? possible : [possible[(index + at) % possible.length] ?? 'basic'];
      return chosen.map((way) => call(line, caller, way));
    });
    await Promise.all(asked);
  }
  assert.ok(calls > 2_000, `${calls} calls`);
});

test('other addresses are known: pages, agents and OAuth; all others return 405', async () => {
  for (const route of routes) {
    const { method, url } = route;
    if (lineOf(route) || others.some((pattern) => pattern.test(url))) continue;
    const answer = await app.inject({
      method: method as 'GET',
      url: url.replace(/:\w+/g, 'x'),
      headers: { authorization: `Bearer ${firstToken}` },
    });
    assert.ok(
      [204, 405].includes(answer.statusCode),
      `${method} ${url} is in no table: ${answer.statusCode}`,
    );
    assert.ok(answer.headers.allow, `${method} ${url}`);
  }
});

test('operations of nodes accept no user token', async () => {
  const agents = routes.filter(({ url }) => url.startsWith('/agent/') && url.includes(':'));
  assert.ok(agents.length >= 2);
  for (const { method, url } of agents) {
    const answer = await app.inject({
      method: method as 'GET',
      url: url.replace(/:\w+/g, 'x'),
      headers: { authorization: `Bearer ${firstToken}`, 'content-type': 'application/gzip' },
    });
    assert.equal(answer.statusCode, 401, `${method} ${url}`);
  }
});

test('calls of a webhook are in the audit log of the account of the run', async () => {
  const { accountId, runId } = await makeStrangersRun();
  const answer = await app.inject({ method: 'POST', url: `/runs/${runId}/webhook` });
  assert.equal(answer.statusCode, 404);
  const rows = await database.query<{ account_id: number }>(
    'select account_id from audit where target = $1 and action = $2',
    [runId, 'POST /runs/:runId/webhook'],
  );
  assert.deepEqual(rows, [{ account_id: accountId }]);
});

test('runs and grids of another account cannot be compared, followed or used', async () => {
  const { runId, executions } = await makeStrangersRun();
  const headers = { authorization: `Bearer ${firstToken}` };
  const compared = await app.inject({ url: `/compare?runs=${runId},${newId()}`, headers });
  assert.equal(compared.statusCode, 404);
  const page = await app.inject({ url: `/app/runs/${runId}`, headers });
  assert.equal(page.statusCode, 404);
  const usage = await app.inject({ url: '/usage', headers });
  assert.ok(!usage.payload.includes(executions[0]?.gridId ?? ''));
  const roleOfOthers: Role[] = (await app.inject({ url: '/users', headers }))
    .json()
    ._embedded.users.filter((user: Json) => user.email === 'x@y');
  assert.deepEqual(roleOfOthers, []);
});
