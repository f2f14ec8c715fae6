import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { inheritedVariables } from '../../../test/support/inherited-variables.ts';
import { testProgram } from '../../../test/support/programs.ts';

const main = testProgram('src/main.ts');
const token = 'a-token-for-this-test';

/** An HTTP server that accepts one token. */
async function startService(t: TestContext): Promise<string> {
  const server = createServer((request, response) => {
    const isKnown = request.headers.authorization === `Basic ${btoa(`${token}:`)}`;
    response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' });
    const body = isKnown
      ? { email: 'ada@example.com', role: 'owner', _embedded: { tokens: [] } }
      : { error: 'Not Authenticated', code: 'not_authenticated' };
    response.end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function folderFor(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'spate-login-'));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}

async function spate(home: string, args: string[], input = '') {
  const child = spawn(process.execPath, [main, ...args], {
    cwd: home,
    env: { HOME: home, ...inheritedVariables() },
  });
  child.stdin.on('error', () => {}).end(input);
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { code, stdout, stderr };
}

test('stores URL and token readable only by the owner, uses and removes them', async (t) => {
  const home = await folderFor(t);
  const url = await startService(t);
  const login = await spate(home, ['login', `${url}/`], `${token}\n`);
  assert.equal(login.code, 0, login.stderr);
  assert.match(login.stderr, /Logged in to http:\S+ as ada@example\.com \(owner\)\./);
  assert.doesNotMatch(login.stderr + login.stdout, new RegExp(token));
  const path = join(home, '.config', 'spate', 'login.json');
  assert.equal((await stat(path)).mode & 0o777, 0o600);
  assert.deepEqual(JSON.parse(await readFile(path, 'utf8')), { url, token, ca: null });

  assert.deepEqual(await spate(home, ['tokens', '--json']), { code: 0, stdout: '[]\n', stderr: '' });
  assert.match((await spate(home, ['logout'])).stderr, /^Logged out\.$/m);
  assert.match((await spate(home, ['logout'])).stderr, /^Not logged in\.$/m);
  const after = await spate(home, ['tokens']);
  assert.equal(after.code, 1);
  assert.match(
    after.stderr,
    /No service is running from .*\n +Start one with "spate serve", or choose another with "spate login"/,
  );
});

test('a rejected token is not stored', async (t) => {
  const home = await folderFor(t);
  const url = await startService(t);
  const { code, stderr } = await spate(home, ['login', url], 'some-other-token\n');
  assert.equal(code, 1);
  assert.match(stderr, /rejected the token\.\n +Nothing was changed\./);
  await assert.rejects(stat(join(home, '.config')));
});

test('logout removes the login even if the service cannot be reached', async (t) => {
  const home = await folderFor(t);
  const path = join(home, '.config', 'spate', 'login.json');
  await mkdir(dirname(path), { recursive: true });
  const kept = { url: 'http://127.0.0.1:9', token: 'a', ca: null, refresh_token: 'r', expires_at: '' };
  await writeFile(path, JSON.stringify(kept), { mode: 0o600 });
  const { code, stderr } = await spate(home, ['logout']);
  assert.equal(code, 1);
  assert.match(stderr, /^Logged out\.\nCould not revoke the login at the service: Cannot reach/);
  await assert.rejects(stat(path));
});

const mistakes: [args: string[], sentence: RegExp][] = [
  [['login'], /The URL of the service is missing\./],
  [['login', 'https://x.example', '--token', '-'], /The token is missing\./],
  [['login', 'ftp://x.example'], /Invalid URL: "ftp:\/\/x\.example"\./],
  [['login', 'https://x.example', '--ca', 'nowhere.pem'], /Cannot read the CA certificate: .*ENOENT/],
];
for (const [args, sentence] of mistakes) {
  test(`rejects invalid arguments: spate ${args.join(' ')}`, async (t) => {
    const { code, stderr } = await spate(await folderFor(t), args);
    assert.equal(code, 1);
    assert.match(stderr, sentence);
  });
}
