import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { joinTokenIn } from '../../src/contract/join-command.ts';
import { confirmDevice, signedInCookie } from '../support/device.ts';
import { startHeldTarget } from '../support/held-target.ts';
import { createHostedGrid } from '../support/hosted-grid.ts';
import { inheritedVariables } from '../support/inherited-variables.ts';
import { needs } from '../support/needs.ts';
import { plan } from '../support/plan.ts';
import { withDatabase } from '../support/postgres.ts';
import { testProgram } from '../support/programs.ts';
import { awaitStatus, countEverywhere, createRun } from '../support/run.ts';
import type { Json, ServiceApi, TestService } from '../support/service.ts';
import { nodesAt } from '../support/several/nodes-at.ts';
import { type OneOfSeveral, type Several, startSeveral } from '../support/several/services.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';
import { watchTransactions } from '../support/watch-transactions.ts';

const skip = needs('go', 'haproxy');
const postgres = withDatabase();

const through = (several: Several) => several.api as TestService;

/** A machine that joins a hosted grid through the balancer. Resolves when the grid is started. */
async function joinNode(t: TestContext, several: Several): Promise<Json> {
  const grid = await createHostedGrid(through(several));
  const dir = join(await temporaryFolder(t), 'node');
  const { PATH, HOME, SPATE_CACHE_DIR } = process.env;
  const token = joinTokenIn(grid.join_command);
  const agent = spawn(
    process.execPath,
    [testProgram('src/main.ts'), 'agent', '--join', token, '--dir', dir],
    {
      env: {
        PATH,
        HOME,
        NODE_EXTRA_CA_CERTS: several.balancer.ca,
        ...(SPATE_CACHE_DIR && { SPATE_CACHE_DIR }),
        ...inheritedVariables(),
      },
      stdio: 'ignore',
    },
  );
  t.after(async () => {
    if (agent.exitCode !== null || agent.signalCode !== null) return;
    const exited = once(agent, 'exit');
    agent.kill('SIGTERM');
    await exited;
  });
  await until(
    'the grid is started',
    async () => (await several.api.json(`/grids/${grid.uuid}`)).status === 'started',
  );
  return grid;
}

/** Second of the points and the last id, read from an event stream until `isEnough`. */
async function followPoints(
  api: ServiceApi,
  runId: string,
  lastId: string | undefined,
  isEnough: (kinds: readonly string[]) => boolean,
): Promise<{ kinds: string[]; lastId: string | undefined }> {
  const headers = lastId === undefined ? {} : { 'last-event-id': lastId };
  const answer = await api.fetch(`/runs/${runId}/events`, { headers });
  assert.equal(answer.status, 200);
  const kinds: string[] = [];
  let id = lastId;
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of answer.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      kinds.push(/^event: (.*)$/m.exec(event)?.[1] ?? 'beat');
      id = /^id: (.*)$/m.exec(event)?.[1] ?? id;
    }
    if (isEnough(kinds)) break;
  }
  return { kinds, lastId: id };
}

test('two services behind HAProxy are one: uploads, pages, events, sign-in, nodes', { skip }, async (t) => {
  const databaseUrl = await postgres.freshUrl();
  const several = await startSeveral(t, databaseUrl);
  const { api, services } = several;
  const [first, second] = services;
  const expectShortTransactions = await watchTransactions(t, databaseUrl);
  const target = await startHeldTarget({ latencyMs: 10, allowed: 100 });
  t.after(() => target.stop());

  // A session of one service is valid at the other; so are codes, grants and tokens of OAuth.
  const cookie = await signedInCookie(through(several));
  for (const service of services) {
    const page = await fetch(`${service.url}/app`, {
      headers: { cookie, 'x-forwarded-proto': 'https' },
    });
    assert.equal(page.status, 200);
  }
  const post = async (service: OneOfSeveral, path: string, fields: Record<string, string>): Promise<Json> => {
    const body = new URLSearchParams(fields);
    const headers = { 'x-forwarded-proto': 'https' };
    const answer = await fetch(service.url + path, { method: 'POST', body, headers });
    const text = await answer.text();
    assert.equal(answer.status, 200, text);
    return JSON.parse(text);
  };
  const device = await post(first, '/oauth/device', { client_id: 'spate-cli' });
  await confirmDevice(through(several), cookie, device.user_code, 'allow');
  const granted = await post(second, '/oauth/token', {
    client_id: 'spate-cli',
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    device_code: device.device_code,
  });
  for (const service of services) {
    const headers = { authorization: `Bearer ${granted.access_token}` };
    assert.equal((await service.fetch('/account', { headers })).status, 200);
  }

  // Two runs: on the local nodes of the first service, created at the second; and on a machine that joined.
  const grid = await joinNode(t, several);
  const uploaded = plan({ port: target.port, path: '/local', threads: '2', loops: '100', pauseMs: 10 });
  const local = await createRun(second, { files: { 'plan.jmx': uploaded } });
  const joined = await createRun(first, {
    grids: [['uuid', grid.uuid]],
    files: {
      'plan.jmx': plan({ port: target.port, path: '/joined', threads: '2', loops: '100', pauseMs: 10 }),
    },
  });
  for (const path of ['/local', '/joined'])
    await until(`requests to ${path}`, () => target.requestsTo(path) > 50);

  // A stream that began at the first service continues at the second.
  const begun = await followPoints(first, joined.uuid, undefined, (kinds) => kinds.includes('points'));
  assert.ok(begun.lastId);

  // The service with the connection of the node is killed: the node continues at the other.
  const holder = (await nodesAt(second)) > 0 ? second : first;
  const other = holder === first ? second : first;
  await holder.end('SIGKILL');
  await until('the nodes are connected to the other service', async () => (await nodesAt(other)) === 2);
  for (const path of ['/local', '/joined']) target.allow(path, Number.POSITIVE_INFINITY);
  const rest = await followPoints(other, joined.uuid, begun.lastId, (kinds) => kinds.includes('finished'));
  assert.ok(rest.kinds.includes('points'));
  const all = { series: 200, report: 200, csv: 200, frames: 200 };
  const finished = await awaitStatus(other, joined.uuid, 'finished');
  assert.equal(finished.remote_errors, null);
  assert.deepEqual(await countEverywhere(other, finished), all);
  await holder.start();
  const done = await awaitStatus(api, local.uuid, 'finished');
  assert.equal(done.remote_errors, null);
  assert.deepEqual(await countEverywhere(api, done), all);
  assert.deepEqual([target.requestsTo('/local'), target.requestsTo('/joined')], [200, 200]);
  await expectShortTransactions();
});

test('a rolling restart behind HAProxy fails no request and no run', { skip }, async (t) => {
  const several = await startSeveral(t, await postgres.freshUrl());
  const { api, services } = several;
  const target = await startHeldTarget({ latencyMs: 10, allowed: 50 });
  t.after(() => target.stop());
  const grid = await joinNode(t, several);
  const run = await createRun(api, {
    grids: [['uuid', grid.uuid]],
    files: { 'plan.jmx': plan({ port: target.port, threads: '2', loops: '100', pauseMs: 10 }) },
  });
  await until('requests arrive', () => target.requestsTo('/') > 20);

  let isOver = false;
  let answered = 0;
  const failures: string[] = [];
  const ask = async (path: string) => {
    while (!isOver) {
      const failure = await api.fetch(path, { headers: { cookie } }).then(
        async (answer) => {
          const text = await answer.text();
          return answer.status === 200 ? undefined : `${answer.status} ${text.slice(0, 200)}`;
        },
        (error: Error) => `${error.message} ${String(error.cause)}`,
      );
      if (failure === undefined) answered++;
      else failures.push(`${path}: ${failure}`);
    }
  };
  const cookie = await signedInCookie(through(several));
  const asking = ['/account', '/runs', `/runs/${run.uuid}`, `/app/runs/${run.uuid}`].map(ask);
  for (const service of services) {
    const before = answered;
    await service.end('SIGTERM');
    await until('requests are answered by the other', () => answered > before + 20);
    await service.start();
    await until(
      'the balancer uses both services',
      async () => (await several.balancer.servicesInUse()) === 2,
    );
  }
  target.allow('/', Number.POSITIVE_INFINITY);
  const finished = await awaitStatus(api, run.uuid, 'finished');
  isOver = true;
  await Promise.all(asking);
  assert.deepEqual(failures.slice(0, 5), []);
  t.diagnostic(`${answered} requests during two restarts`);
  assert.equal(finished.remote_errors, null);
  assert.deepEqual(await countEverywhere(api, finished), { series: 200, report: 200, csv: 200, frames: 200 });
  assert.equal(target.requestsTo('/'), 200);
});
