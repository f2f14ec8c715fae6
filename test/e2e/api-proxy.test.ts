import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { inheritedVariables } from '../support/inherited-variables.ts';
import { testProgram } from '../support/programs.ts';
import type { Json } from '../support/service.ts';
import { until } from '../support/until.ts';

// A service with SPATE_TLS=off, with the requests of a proxy in front of it.
const main = testProgram('src/main.ts');
const token = 'spate_live_0123456789abcdef0123456789abcdef01234567';
let dataDir: string;
let child: ChildProcess;
let origin: string;

before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'spate-proxy-'));
  const free = createServer().listen(0, '127.0.0.1');
  await once(free, 'listening');
  const address = free.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  free.close();
  origin = `http://127.0.0.1:${port}`;
  child = spawn(process.execPath, [main, 'serve'], {
    cwd: dataDir,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      SPATE_DATA_DIR: dataDir,
      SPATE_PORT: String(port),
      SPATE_TOKEN: token,
      SPATE_TLS: 'off',
      SPATE_PUBLIC_URL: 'https://load.example',
      ...inheritedVariables(),
    },
    stdio: 'ignore',
  });
  await until('the service is ready', () =>
    fetch(`${origin}/healthz`).then(
      (answer) => answer.status === 200,
      () => false,
    ),
  );
});
after(async () => {
  const exited = once(child, 'exit');
  child.kill('SIGINT');
  await exited;
  await rm(dataDir, { recursive: true, force: true });
});

function ask(path: string, headers: Record<string, string>): Promise<Response> {
  return fetch(origin + path, {
    redirect: 'manual',
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
}

test('behind a proxy, requests over TLS are served with links to the public address', async () => {
  const answer = await ask('/openapi.json', { 'x-forwarded-proto': 'https' });
  assert.equal(answer.status, 200);
  assert.equal(
    ((await answer.json()) as { servers: { url: string }[] }).servers[0]?.url,
    'https://load.example',
  );
});

test('behind a proxy, plain requests and requests that bypass the proxy are redirected', async () => {
  const plain = await ask('/runs?page=2', {
    'x-forwarded-proto': 'http',
    'x-forwarded-host': 'load.example',
  });
  assert.equal(plain.status, 308);
  assert.equal(plain.headers.get('location'), 'https://load.example/runs?page=2');
  const past = await ask('/runs', {});
  assert.equal(past.status, 308);
  assert.match(((await past.json()) as { error: string }).error, /X-Forwarded-Proto/);
});

test('behind a proxy, health checks stay reachable from inside', async () => {
  assert.equal((await ask('/healthz', {})).status, 200);
});

test('behind a proxy, OAuth uses the public address and secure cookies', async () => {
  const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example' };
  const told = (await (await ask('/.well-known/openid-configuration', forwarded)).json()) as Json;
  assert.equal(told.issuer, 'https://load.example');
  assert.equal(told.authorization_endpoint, 'https://load.example/oauth/authorize');
  const made = await fetch(`${origin}/api/applications`, {
    method: 'POST',
    headers: { ...forwarded, authorization: `Bearer ${token}` },
    body: new URLSearchParams({
      'application[name]': 'Deployer',
      'application[redirect_uris][]': 'https://ci.example.com/callback',
    }),
  });
  const { id } = (await made.json()) as Json;
  const query = new URLSearchParams({ client_id: id, response_type: 'code' });
  const asked = await ask(`/oauth/authorize?${query}`, forwarded);
  assert.equal(asked.status, 303);
  assert.match(asked.headers.get('location') ?? '', /^\/app\/authorize\//);
  for (const cookie of asked.headers.getSetCookie()) assert.match(cookie, /; secure/i);
});
