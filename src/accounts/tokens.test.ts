import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withDatabase } from '../../test/support/postgres.ts';
import { enter, openAccounts, owner, throwsCode } from './testing/stage.ts';

const postgres = withDatabase();
const day = 86_400_000;

test('a token has the given scopes, project and expiry', async (t) => {
  const { accounts, actor } = await openAccounts(t, await postgres.fresh());
  const expiresAt = new Date(Date.now() + day);
  const input = { name: 'ci', scopes: ['read', 'run', 'read'], project: 'Shop', expiresAt } as const;
  const { token, secret } = await accounts.addToken(actor, input);
  assert.deepEqual(
    { ...token, id: 0, createdAt: 0 },
    {
      id: 0,
      createdAt: 0,
      userId: actor.userId,
      name: 'ci',
      isPrimary: false,
      scopes: ['read', 'run'],
      project: 'Shop',
      lastUsedAt: null,
      expiresAt,
    },
  );
  const bound = await enter(accounts, secret);
  const projects = await accounts.projects(bound);
  assert.deepEqual(
    projects.map(({ id, name }) => [id, name]),
    [[bound.projectId, 'Shop']],
  );
  const all = await accounts.addToken(actor, { name: 'all' });
  assert.deepEqual([...all.token.scopes], ['read', 'run', 'grids', 'admin', 'metrics']);
});

test('a token expires', async (t) => {
  const database = await postgres.fresh();
  const { accounts, actor } = await openAccounts(t, database);
  const { secret } = await accounts.addToken(actor, { name: 'ci', expiresAt: new Date(Date.now() + day) });
  await enter(accounts, secret);
  await database.query(
    "update tokens set expires_at = now() - interval '1 second' where expires_at is not null",
  );
  assert.equal(await accounts.authenticate(secret), undefined);
  const past = { name: 'ci', expiresAt: new Date(Date.now() - day) };
  await assert.rejects(accounts.addToken(actor, past), throwsCode('invalid'));
});

test('a new token cannot exceed the scopes, project and expiry of its creator', async (t) => {
  const { accounts, actor } = await openAccounts(t, await postgres.fresh());
  const expiresAt = new Date(Date.now() + day);
  const input = { name: 'ci', scopes: ['read', 'admin'], project: 'Shop', expiresAt } as const;
  const ci = await enter(accounts, (await accounts.addToken(actor, input)).secret);
  const child = await accounts.addToken(ci, { name: 'child' });
  assert.deepEqual([...child.token.scopes], ['read', 'admin']);
  assert.deepEqual([child.token.project, child.token.expiresAt], ['Shop', expiresAt]);
  const later = new Date(expiresAt.getTime() + 1);
  for (const more of [{ scopes: ['run'] as const }, { project: 'Default' }, { expiresAt: later }]) {
    await assert.rejects(accounts.addToken(ci, { name: 'more', ...more }), throwsCode('not_allowed'));
  }
  await assert.rejects(accounts.addToken(ci, { name: 'none', scopes: [] }), throwsCode('invalid'));
});

test('the primary token is shown only to requests that use it', async (t) => {
  const { accounts, actor } = await openAccounts(t, await postgres.fresh());
  assert.equal(await accounts.ownToken(actor), owner.token);
  const ci = await enter(accounts, (await accounts.addToken(actor, { name: 'ci' })).secret);
  assert.equal(await accounts.ownToken(ci), null);
});

test('a viewer can restrict a token to an existing project, but not create projects', async (t) => {
  const { accounts, add } = await openAccounts(t, await postgres.fresh());
  const viewer = await add('viewer');
  await assert.rejects(accounts.addToken(viewer, { name: 'x', project: 'New' }), throwsCode('invalid'));
  assert.equal((await accounts.addToken(viewer, { name: 'x', project: 'Default' })).token.project, 'Default');
});

test('role changes take effect immediately, and the last owner cannot be demoted, also under concurrency', async (t) => {
  const { accounts, actor, add } = await openAccounts(t, await postgres.fresh());
  await assert.rejects(accounts.setRole(actor, actor.userId, 'member'), throwsCode('conflict'));
  const other = await add('member');
  assert.equal((await accounts.setRole(actor, other.userId, 'owner')).role, 'owner');
  assert.equal((await enter(accounts, other.token)).role, 'owner');
  const again = await enter(accounts, other.token);
  const tries = await Promise.allSettled([
    accounts.setRole(actor, other.userId, 'viewer'),
    accounts.setRole(again, actor.userId, 'viewer'),
  ]);
  assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1);
  await assert.rejects(accounts.setRole(other, actor.userId, 'viewer'), throwsCode('not_allowed'));
  await assert.rejects(
    accounts.setRole({ ...actor, accountId: 999 }, other.userId, 'viewer'),
    throwsCode('not_found'),
  );
});

test('a token of one project can list and revoke only tokens of that project', async (t) => {
  const { accounts, actor } = await openAccounts(t, await postgres.fresh());
  const wide = await accounts.addToken(actor, { name: 'wide' });
  const shop = await accounts.addToken(actor, { name: 'shop', project: 'Shop' });
  const bound = await enter(accounts, shop.secret);
  assert.deepEqual(
    (await accounts.tokens(bound)).map(({ name }) => name),
    ['shop'],
  );
  await assert.rejects(accounts.revokeToken(bound, wide.token.id), throwsCode('not_found'));
});

test('a restricted token cannot set the first password', async (t) => {
  const { accounts, actor } = await openAccounts(t, await postgres.fresh());
  const given = { current: undefined, password: 'correct horse', address: '203.0.113.9' };
  for (const less of [
    { scopes: ['admin'] as const },
    { project: 'Shop' },
    { expiresAt: new Date(Date.now() + day) },
  ]) {
    const { secret } = await accounts.addToken(actor, { name: 'less', ...less });
    await assert.rejects(
      accounts.setOwnPassword(await enter(accounts, secret), given),
      throwsCode('not_allowed'),
    );
  }
  await accounts.setOwnPassword(actor, given);
});
