import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type FlagValues, loadConfig } from '../../config/load.ts';
import { findService } from './find-service.ts';

async function dataFolder(t: TestContext, files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'spate-find-'));
  t.after(() => rm(folder, { recursive: true }));
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text)));
  return folder;
}

const local = { url: 'https://127.0.0.1:8443\n', token: 'token-of-the-folder\n', 'ca.pem': 'PEM\n' };
const find = (flags: FlagValues) => findService(loadConfig(flags, {}), { HOME: '/nonexistent' });

test('finds the service of the data folder with its token and CA', async (t) => {
  const dataDir = await dataFolder(t, local);
  assert.deepEqual(await find({ dataDir }), {
    url: 'https://127.0.0.1:8443',
    token: 'token-of-the-folder',
    ca: 'PEM',
    source: 'folder',
    renewal: null,
  });
});

test('uses SPATE_URL with the given token', async (t) => {
  const dataDir = await dataFolder(t, local);
  const found = await find({ dataDir, url: 'https://load.example.com', token: 'a-token-of-my-own' });
  assert.deepEqual(found, {
    url: 'https://load.example.com',
    token: 'a-token-of-my-own',
    ca: null,
    source: 'given',
    renewal: null,
  });
});

test('uses the token of the data folder for another address of this machine', async (t) => {
  const dataDir = await dataFolder(t, local);
  assert.equal((await find({ dataDir, url: 'https://localhost:8443' })).token, 'token-of-the-folder');
});

test('never sends the token of the data folder to another machine', async (t) => {
  const dataDir = await dataFolder(t, local);
  await assert.rejects(find({ dataDir, url: 'https://127.evil.example.com' }), /No token for/);
});

test('fails if no service is running from the data folder', async (t) => {
  const dataDir = await dataFolder(t, {});
  await assert.rejects(find({ dataDir }), /No service is running from/);
});

async function loggedIn(t: TestContext, login: object | string): Promise<{ XDG_CONFIG_HOME: string }> {
  const home = await mkdtemp(join(tmpdir(), 'spate-home-'));
  t.after(() => rm(home, { recursive: true }));
  await mkdir(join(home, 'spate'));
  await writeFile(
    join(home, 'spate', 'login.json'),
    typeof login === 'string' ? login : JSON.stringify(login),
    { mode: 0o600 },
  );
  return { XDG_CONFIG_HOME: home };
}

const remote = { url: 'https://load.example.com', token: 'token-of-the-login', ca: 'PEM of theirs' };
const found = { ...remote, source: 'login', renewal: null };

test('uses the stored login if nothing else is given', async (t) => {
  const dataDir = await dataFolder(t, {});
  const env = await loggedIn(t, remote);
  assert.deepEqual(await findService(loadConfig({ dataDir }, {}), env), found);
  assert.equal(
    (await findService(loadConfig({ dataDir, token: 'a-token-of-my-own' }, {}), env)).token,
    'a-token-of-my-own',
  );
});

test('a service running from the data folder takes precedence over a login, and SPATE_URL over both', async (t) => {
  const dataDir = await dataFolder(t, local);
  const env = await loggedIn(t, remote);
  assert.equal((await findService(loadConfig({ dataDir }, {}), env)).url, 'https://127.0.0.1:8443');
  const named = loadConfig({ dataDir, url: 'https://load.example.com' }, {});
  assert.deepEqual(await findService(named, env), found);
});

test('never sends the token of a login to another service', async (t) => {
  const dataDir = await dataFolder(t, {});
  const env = await loggedIn(t, remote);
  for (const url of [
    'https://load.example.com.evil.example',
    'http://load.example.com',
    'https://load.example.com:444',
  ]) {
    await assert.rejects(findService(loadConfig({ dataDir, url }, {}), env), /No token for/, url);
  }
});

test('reads renewal data, and an invalid expiry means immediate renewal', async (t) => {
  const dataDir = await dataFolder(t, {});
  const expires_at = '2027-01-02T03:04:05.000Z';
  const renewalOf = async (more: object) => {
    const env = await loggedIn(t, { ...remote, ...more });
    return (await findService(loadConfig({ dataDir }, {}), env)).renewal;
  };
  assert.deepEqual(await renewalOf({ refresh_token: 'r', expires_at }), {
    refreshToken: 'r',
    expiresAt: new Date(expires_at),
  });
  assert.equal((await renewalOf({ refresh_token: 'r', expires_at: 'soon' }))?.expiresAt.getTime(), 0);
});

test('rejects a corrupt login file', async (t) => {
  const dataDir = await dataFolder(t, {});
  const env = await loggedIn(t, '{"url":');
  await assert.rejects(findService(loadConfig({ dataDir }, {}), env), /login\.json is corrupt/);
});
