import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import {
  type CliResult,
  cliEnvironment,
  needsTerminal,
  openTerminal,
  resultOf,
  runCli,
  startCli,
} from '../support/cli.ts';
import { confirmDevice, signedInCookie } from '../support/device.ts';
import { type Json, startService, type TestService, withoutNodes } from '../support/service.ts';
import { until } from '../support/until.ts';

let service: TestService;
let folder: string;

before(async () => {
  service = await startService(withoutNodes);
  folder = await mkdtemp(join(tmpdir(), 'spate-cli-account-'));
});
after(async () => {
  await service?.close();
  if (folder) await rm(folder, { recursive: true });
});

/** A user with a separate home folder, the address of the service and its CA, but no token. */
async function person(name: string) {
  const home = join(folder, name);
  await mkdir(home, { recursive: true });
  const env = { ...cliEnvironment(service), HOME: home, XDG_CONFIG_HOME: home, SPATE_TOKEN: '' };
  const path = join(home, 'spate', 'login.json');
  return {
    env,
    path,
    login: async (): Promise<Json> => JSON.parse(await readFile(path, 'utf8')),
    /** Changes the stored login, for example its expiry. */
    change: async (values: object) => {
      const before = JSON.parse(await readFile(path, 'utf8'));
      await writeFile(path, JSON.stringify({ ...before, ...values }), { mode: 0o600 });
    },
    spate: (...args: string[]): Promise<CliResult> => runCli(args, { cwd: home, env }),
    begin: (...args: string[]) => startCli(args, { cwd: home, env }),
    terminal: (...args: string[]) => openTerminal(args, { cwd: home, env }),
  };
}

type Person = Awaited<ReturnType<typeof person>>;

/** Logs in without a terminal; the test acts as the browser. */
async function logIn({ begin }: Person, how: 'allow' | 'refuse' = 'allow'): Promise<CliResult> {
  const child = begin('login');
  let said = '';
  child.stderr?.on('data', (piece: Buffer) => {
    said += piece.toString();
  });
  const result = resultOf(child);
  const [, code = ''] = await until('a code is shown', () => said.match(/^ {2}([A-Z]{4}-[A-Z]{4})$/m));
  assert.match(said, new RegExp(`^ {2}${service.url}/app/device\\?user_code=${code}$`, 'm'));
  await confirmDevice(service, await signedInCookie(service), code, how);
  return result;
}

test('a login is confirmed in a browser, stored readable for its owner only, used, and revoked', async () => {
  const ada = await person('ada');
  const { code, stderr, stdout } = await logIn(ada);
  assert.equal(code, 0, stderr);
  assert.match(stderr, /Logged in to https:\S+ as owner@localhost \(owner\)\. Stored in /);
  assert.equal((await stat(ada.path)).mode & 0o777, 0o600);
  const login = await ada.login();
  assert.equal(login.url, service.url);
  assert.ok(new Date(login.expires_at) > new Date());
  for (const secret of [login.token, login.refresh_token]) assert.ok(!(stdout + stderr).includes(secret));

  const who = await ada.spate('whoami', '--json');
  assert.deepEqual([who.code, JSON.parse(who.stdout).source], [0, 'login'], who.stderr);

  const out = await ada.spate('logout');
  assert.deepEqual([out.code, out.stderr], [0, 'Logged out.\n']);
  await assert.rejects(stat(ada.path));
  const dead = await service.fetch('/users/me', { headers: { authorization: `Bearer ${login.token}` } });
  assert.equal(dead.status, 401);
  const refresh = await fetch(`${service.url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: login.refresh_token,
      client_id: 'spate-cli',
    }),
  });
  assert.equal(refresh.status, 400);
});

test('a rejected login changes nothing', async () => {
  const eve = await person('eve');
  const { code, stderr } = await logIn(eve, 'refuse');
  assert.equal(code, 1);
  assert.match(stderr, /The login was denied in the browser\.\n +Nothing was changed\./);
  await assert.rejects(stat(eve.path));
});

test('concurrent commands renew an expired login once, without overwriting it', async () => {
  const ben = await person('ben');
  await logIn(ben);
  const first = await ben.login();
  await ben.change({ expires_at: '2020-01-01T00:00:00.000Z' });
  const results = await Promise.all(Array.from({ length: 3 }, () => ben.spate('whoami')));
  for (const { code, stderr } of results) assert.equal(code, 0, stderr);
  const second = await ben.login();
  assert.notEqual(second.token, first.token);
  assert.notEqual(second.refresh_token, first.refresh_token);
  assert.equal((await stat(ben.path)).mode & 0o777, 0o600);

  // A token that the service rejects before its expiry is renewed as well; a file that others can read is
  // restricted, with a warning.
  await ben.change({ token: 'no-longer-good' });
  await chmod(ben.path, 0o644);
  const { code, stderr } = await ben.spate('whoami');
  assert.equal(code, 0, stderr);
  assert.match(stderr, /login\.json was readable by other users; it is now restricted to you\./);
  const third = await ben.login();
  assert.ok(third.token !== 'no-longer-good' && third.refresh_token !== second.refresh_token);
  assert.equal((await stat(ben.path)).mode & 0o777, 0o600);

  await ben.change({ refresh_token: 'worthless', expires_at: '2020-01-01T00:00:00.000Z' });
  const over = await ben.spate('ls');
  assert.deepEqual(
    [over.code, over.stderr],
    [1, `spate: Your login to ${service.url} has ended.\n       Log in again with: spate login\n`],
  );
});

test('in a terminal the code is shown, and a token can be pasted instead', {
  skip: needsTerminal(),
}, async (t) => {
  const fay = await person('fay');
  const browser = fay.terminal('login');
  t.after(() => browser.close());
  const [, code = ''] = await browser.sees(/^ {2}([A-Z]{4}-[A-Z]{4})$/m);
  await confirmDevice(service, await signedInCookie(service), code, 'allow');
  assert.equal(await browser.exit(), 0);
  await browser.sees(/Logged in to https:\S+ as owner@localhost/);

  const paste = fay.terminal('login', '--token', '-');
  t.after(() => paste.close());
  await paste.sees(/Token \(hidden\): /);
  paste.type(`${service.token}\r`);
  assert.equal(await paste.exit(), 0);
  assert.doesNotMatch(paste.raw(), new RegExp(service.token));
  assert.deepEqual(await fay.login(), { url: service.url, token: service.token, ca: null });
});

test('users are invited, get another role and are removed', async () => {
  const gil = await person('gil');
  gil.env.SPATE_TOKEN = service.token;
  const invited = await gil.spate('users', 'invite', 'grace@example.com', '--role', 'viewer');
  assert.equal(invited.code, 0, invited.stderr);
  assert.match(invited.stdout, new RegExp(`^${service.url}/app/join#\\S+\n$`));
  assert.match((await gil.spate('users', 'invited')).stdout, /^grace@example\.com +viewer +owner@localhost/m);
  const secret = new URL(invited.stdout.trim()).hash.slice(1);
  await service.json('/invitations/accept', {
    method: 'POST',
    body: new URLSearchParams({ 'invitation[secret]': secret, 'invitation[password]': 'a long sentence' }),
  });
  const changed = await gil.spate('users', 'role', 'grace@example.com', 'member', '--json');
  assert.equal(JSON.parse(changed.stdout).role, 'member');
  const reset = await gil.spate('users', 'reset', 'grace@example.com');
  assert.match(reset.stdout, new RegExp(`^${service.url}/app/join#\\S+\n$`));
  assert.equal((await gil.spate('users', 'rm', 'grace@example.com')).code, 0);
  assert.doesNotMatch((await gil.spate('users')).stdout, /grace/);
  const last = await gil.spate('users', 'role', 'owner@localhost', 'viewer');
  assert.deepEqual([last.code, /last owner/.test(last.stderr)], [1, true]);
  await gil.spate('users', 'invite', 'ann@example.com');
  assert.match((await gil.spate('users', 'withdraw', 'ann@example.com')).stderr, /withdrawn\./);
});

test('tokens have scopes, a project and an expiry, and are revoked by name', async () => {
  const hal = await person('hal');
  hal.env.SPATE_TOKEN = service.token;
  const options = ['--scope', 'read,grids', '--project', 'Shop', '--expires', '90d'];
  const made = await hal.spate('tokens', 'new', 'ci', ...options);
  assert.equal(made.code, 0, made.stderr);
  const [token] = JSON.parse((await hal.spate('tokens', 'ls', '--json')).stdout).filter(
    (one: Json) => one.name === 'ci',
  );
  assert.deepEqual([token.scopes, token.project], [['read', 'grids'], 'Shop']);
  const inDays = (Date.parse(token.expires_at) - Date.now()) / 86_400_000;
  assert.ok(inDays > 89.9 && inDays <= 90, String(inDays));
  hal.env.SPATE_TOKEN = made.stdout.trim();
  const refused = await hal.spate('tokens', 'new', 'more');
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /^spate: This requires the scope admin/);
  hal.env.SPATE_TOKEN = service.token;
  assert.equal((await hal.spate('tokens', 'revoke', 'ci')).code, 0);
});

test('applications are registered, get a new secret and are revoked', async () => {
  const ivy = await person('ivy');
  ivy.env.SPATE_TOKEN = service.token;
  const made = await ivy.spate('apps', 'new', 'deployer', '--kind', 'machine', '--scope', 'read', '--json');
  assert.equal(made.code, 0, made.stderr);
  const { id, secret } = JSON.parse(made.stdout);
  const tokenFor = (hidden: string) =>
    fetch(`${service.url}/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${id}:${hidden}`)}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    }).then(({ status }) => status);
  assert.equal(await tokenFor(secret), 200);
  assert.match((await ivy.spate('apps')).stdout, new RegExp(`^${id} +deployer +machine +read`, 'm'));
  const renewed = (await ivy.spate('apps', 'secret', 'deployer')).stdout.trim();
  assert.deepEqual([await tokenFor(secret), await tokenFor(renewed)], [401, 200]);
  assert.equal((await ivy.spate('apps', 'revoke', 'deployer')).code, 0);
  assert.equal(await tokenFor(renewed), 401);
  const web = await ivy.spate(
    'apps',
    'new',
    'site',
    '--kind',
    'native',
    '--redirect',
    'http://127.0.0.1/back',
  );
  assert.deepEqual([web.code, /^client_id=\S+\n$/.test(web.stdout)], [0, true], web.stderr);
});
