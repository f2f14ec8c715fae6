import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { inheritedVariables } from '../../../test/support/inherited-variables.ts';
import { testProgram } from '../../../test/support/programs.ts';

const main = testProgram('src/main.ts');
const token = 'the-token-of-the-first-user';

interface ReceivedRequest {
  request: string;
  authorization: string | undefined;
  body: unknown;
}

/** An HTTP server with fixed responses that records its requests. */
async function startAnswers(t: TestContext, answers: Record<string, [status: number, body?: object]>) {
  const requests: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const name = `${request.method} ${request.url}`;
    requests.push({
      request: name,
      authorization: request.headers.authorization,
      body: body === '' ? undefined : JSON.parse(body),
    });
    const [status, answer] = answers[name] ?? [404, { error: `Nothing at ${name}.`, code: 'not_found' }];
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(answer === undefined ? '' : JSON.stringify(answer));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

async function spate(t: TestContext, url: string, args: string[], input = '') {
  const folder = await mkdtemp(join(tmpdir(), 'spate-account-'));
  t.after(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'url'), url);
  await writeFile(join(folder, 'token'), `${token}\n`);
  const child = spawn(process.execPath, [main, ...args], {
    env: { SPATE_DATA_DIR: folder, ...inheritedVariables() },
  });
  child.stdin.end(input);
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { code, stdout, stderr };
}

const ada = {
  id: 1,
  email: 'ada@example.com',
  name: null,
  role: 'owner',
  authentication_token: null,
  current_sign_in_at: null,
  created_at: '2026-01-02T03:04:05.678Z',
};

test('lists users with the token of the data folder', async (t) => {
  const { url, requests } = await startAnswers(t, { 'GET /users': [200, { _embedded: { users: [ada] } }] });
  const { code, stdout } = await spate(t, url, ['users']);
  assert.equal(code, 0);
  assert.match(stdout, /^1 +ada@example\.com +owner +2026-01-02 03:04 +never$/m);
  assert.equal(requests[0]?.authorization, `Basic ${Buffer.from(`${token}:`).toString('base64')}`);
});

test('creates a password reset link and prints only the link on standard output', async (t) => {
  const link = 'https://load.example/app/join#secret';
  const { url, requests } = await startAnswers(t, {
    'GET /users': [200, { _embedded: { users: [ada] } }],
    'POST /users/1/reset': [201, { ...ada, expires_at: '2026-01-03T03:04:05.678Z', link, mailed: true }],
  });
  const { code, stdout, stderr } = await spate(t, url, ['users', 'reset', 'ada@example.com']);
  assert.deepEqual([code, stdout], [0, `${link}\n`]);
  assert.match(
    stderr,
    /Password reset link for ada@example\.com created; it expires 2026-01-03 03:04 UTC\. .*by e-mail/,
  );
  assert.equal(requests.at(-1)?.request, 'POST /users/1/reset');
});

test('an empty list is a note on standard error, and an empty JSON array with --json', async (t) => {
  const { url } = await startAnswers(t, {
    'GET /users': [200, { _embedded: { users: [] } }],
    'GET /invitations': [200, { _embedded: { invitations: [] } }],
    'GET /tokens': [200, { _embedded: { tokens: [] } }],
    'GET /credentials': [200, { _embedded: { credentials: [] } }],
    'GET /applications': [200, { _embedded: { applications: [] } }],
  });
  const lists = [['users'], ['users', 'invited'], ['tokens'], ['credentials'], ['apps']];
  const outputs = await Promise.all(
    lists.map(async (args) => [await spate(t, url, args), await spate(t, url, [...args, '--json'])] as const),
  );
  for (const [index, [plain, json]] of outputs.entries()) {
    const what = lists[index]?.join(' ') ?? '';
    assert.deepEqual([plain.code, plain.stdout], [0, ''], what);
    assert.match(plain.stderr, /: spate (users|tokens|credentials|apps) .*\.\n$/, what);
    assert.deepEqual([json.code, json.stdout, json.stderr], [0, '[]\n', ''], what);
  }
});

test('prints only the new token on standard output', async (t) => {
  const grace = {
    ...ada,
    id: 2,
    email: 'grace@example.com',
    role: 'viewer',
    authentication_token: 'secret-of-grace',
  };
  const { url, requests } = await startAnswers(t, { 'POST /users': [201, grace] });
  const { code, stdout, stderr } = await spate(t, url, [
    'users',
    'add',
    'grace@example.com',
    '--role',
    'viewer',
  ]);
  assert.deepEqual([code, stdout], [0, 'secret-of-grace\n']);
  assert.match(stderr, /User grace@example\.com \(id 2, viewer\) added\./);
  assert.deepEqual(requests[0]?.body, { user: { email: 'grace@example.com', role: 'viewer' } });
});

test('removes a user by e-mail address', async (t) => {
  const { url, requests } = await startAnswers(t, {
    'GET /users': [200, { _embedded: { users: [ada] } }],
    'DELETE /users/1': [204],
  });
  assert.equal((await spate(t, url, ['users', 'rm', 'ada@example.com'])).code, 0);
  assert.equal(requests.at(-1)?.request, 'DELETE /users/1');
});

test('creates, lists and revokes tokens', async (t) => {
  const ci = {
    id: 7,
    user_id: 1,
    name: 'ci',
    primary: false,
    scopes: ['read', 'run'],
    project: null,
    created_at: '2026-01-02T03:04:05.678Z',
    last_used_at: null,
    expires_at: null,
  };
  const { url, requests } = await startAnswers(t, {
    'POST /tokens': [201, { ...ci, secret: 'secret-of-ci' }],
    'GET /tokens': [200, { _embedded: { tokens: [{ ...ci, primary: true }] } }],
    'DELETE /tokens/7': [204],
  });
  assert.equal((await spate(t, url, ['tokens', 'add', 'ci'])).stdout, 'secret-of-ci\n');
  assert.match(
    (await spate(t, url, ['tokens', 'ls'])).stdout,
    /^7 +1 +ci \(primary\) +read,run +all +never +never$/m,
  );
  assert.equal((await spate(t, url, ['tokens', 'rm', '7'])).code, 0);
  assert.deepEqual(requests[0]?.body, { token: { name: 'ci' } });
});

test('reads the secret of a credential from standard input', async (t) => {
  const { url, requests } = await startAnswers(t, { 'POST /credentials': [201, { id: 3 }] });
  const args = ['credentials', 'add', 'aws', '--access-key-id', 'AKIA', '--secret-file', '-'];
  const { code, stdout } = await spate(t, url, args, 'hush\n');
  assert.deepEqual([code, stdout], [0, '3\n']);
  assert.deepEqual(requests[0]?.body, {
    credential: { provider: 'aws', access_key_id: 'AKIA', secret: 'hush' },
  });
});

test('shows the error message of the service', async (t) => {
  const { url } = await startAnswers(t, {
    'POST /users': [422, { error: 'user[email] must be an e-mail address.', code: 'invalid' }],
  });
  const { code, stderr } = await spate(t, url, ['users', 'add', 'no-address']);
  assert.deepEqual([code, stderr], [1, 'spate: user[email] must be an e-mail address.\n']);
});

test('explains a rejected token', async (t) => {
  const { url } = await startAnswers(t, {
    'GET /users': [401, { error: 'Not Authenticated', code: 'not_authenticated' }],
  });
  assert.match(
    (await spate(t, url, ['users'])).stderr,
    /Not Authenticated\n +The token is not valid\. Set a valid one in SPATE_TOKEN/,
  );
});

test('explains an unreachable service', async (t) => {
  const server = createTcpServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  const { code, stderr } = await spate(t, `http://127.0.0.1:${port}`, ['users']);
  assert.equal(code, 1);
  assert.match(stderr, /Cannot reach the service at .*ECONNREFUSED.*\n +Is the service running\?/);
});

const mistakes: [args: string[], sentence: RegExp][] = [
  [['users', 'ad', 'x@y'], /Unknown command: spate users ad\.\n +Did you mean "spate users add"\?/],
  [
    ['users', 'add', 'a@b', '--role', 'king'],
    /Unknown role: "king"\.\n +Use one of: owner, member, viewer\./,
  ],
  [['credentials', 'add', 'moon'], /Unknown provider: moon\./],
  [['users', 'add'], /Exactly one argument is required\.\n +Usage: spate users add <email>/],
  [['users', 'role', 'a@b'], /A user and a role are required\./],
  [['users', 'role', 'a@b', 'king'], /Unknown role: "king"\./],
  [['tokens', 'new', 'ci', '--scope', 'runs'], /Unknown scope: "runs"\.\n +Did you mean run\?/],
  [['tokens', 'new', 'ci', '--expires', 'never'], /Invalid value for --expires: "never"\./],
  [['tokens', 'new'], /Exactly one argument is required\.\n +Usage: spate tokens new <name>/],
  [['apps', 'new', 'x'], /--kind is missing\.\n +Use one of: web/],
  [['apps', 'new', 'x', '--kind', 'wep'], /Invalid value for --kind: "wep"\.\n +Did you mean web\?/],
  [['apps', 'new', 'x', '--kind', 'web'], /A web application requires a redirect URI\./],
  [
    ['apps', 'new', 'x', '--kind', 'machine', '--redirect', 'https://x.example'],
    /A machine application has no redirect URI\./,
  ],
  [['users', 'toString'], /Unknown command: spate users toString\./],
];
for (const [args, sentence] of mistakes) {
  test(`rejects invalid arguments: spate ${args.join(' ')}`, async (t) => {
    const { code, stderr } = await spate(t, 'http://127.0.0.1:9', args);
    assert.equal(code, 1);
    assert.match(stderr, sentence);
  });
}
