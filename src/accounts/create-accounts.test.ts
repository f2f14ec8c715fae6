import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { withDatabase } from '../../test/support/postgres.ts';
import type { Actor } from '../domain/account.ts';
import { AppError } from '../domain/errors.ts';
import { findOrCreateProject } from '../store/projects.ts';
import { enter, openAccounts, owner, throwsCode } from './testing/stage.ts';

const postgres = withDatabase();

async function open(t: TestContext) {
  const database = await postgres.fresh();
  const { accounts, actor, startAgain } = await openAccounts(t, database);
  return { database, accounts, actor, startAgain };
}

const withoutAzure = { tenantId: null, clientId: null, subscriptionId: null };

test('the first start creates an account with owner, token and project', async (t) => {
  const { accounts, actor } = await open(t);
  assert.equal(actor.role, 'owner');
  assert.deepEqual(await accounts.account(actor), { id: actor.accountId, email: owner.email });
  assert.equal(await accounts.ownToken(actor), owner.token);
  assert.deepEqual(
    (await accounts.projects(actor)).map(({ name }) => name),
    ['Default'],
  );
  assert.deepEqual(
    (await accounts.users(actor)).map(({ id, email, role }) => ({ id, email, role })),
    [{ id: actor.userId, email: owner.email, role: 'owner' }],
  );
});

test('later and concurrent starts change nothing', async (t) => {
  const { accounts, actor, startAgain } = await open(t);
  await Promise.all([1, 2, 3].map(() => startAgain(owner)));
  assert.deepEqual(await enter(accounts, owner.token), actor);
  assert.equal((await accounts.users(actor)).length, 1);
  assert.equal((await accounts.tokens(actor)).length, 1);
});

test('a new token for the first owner replaces the old one, in both directions', async (t) => {
  const { accounts, actor, startAgain } = await open(t);
  await startAgain({ ...owner, token: 'second-token' });
  assert.equal(await accounts.authenticate(owner.token), undefined);
  const again = await enter(accounts, 'second-token');
  assert.equal(again.userId, actor.userId);
  assert.equal(await accounts.ownToken(again), 'second-token');
  await startAgain(owner);
  assert.equal(await accounts.authenticate('second-token'), undefined);
  assert.equal(await accounts.ownToken(await enter(accounts, owner.token)), owner.token);
});

test('the token of a removed owner cannot become the token of another user', async (t) => {
  const { accounts, actor, startAgain } = await open(t);
  const { token } = await accounts.addUser(actor, { email: 'next@example.com', role: 'owner' });
  const next = await enter(accounts, token);
  await accounts.removeUser(next, actor.userId);
  await startAgain(owner);
  assert.equal(await accounts.authenticate(owner.token), undefined);
  assert.equal(await accounts.ownToken(next), token);
});

test('a demoted first owner keeps the token, and the service starts', async (t) => {
  const { accounts, actor, startAgain } = await open(t);
  const { token } = await accounts.addUser(actor, { email: 'next@example.com', role: 'owner' });
  const next = await enter(accounts, token);
  await accounts.setRole(next, actor.userId, 'member');
  await startAgain(owner);
  const again = await enter(accounts, owner.token);
  assert.deepEqual([again.userId, again.role], [actor.userId, 'member']);
  assert.equal(await accounts.ownToken(await enter(accounts, token)), token);
});

test('rejects a token for the first owner that belongs to another user', async (t) => {
  const { accounts, actor, startAgain } = await open(t);
  const { token } = await accounts.addUser(actor, { email: 'ann@example.com', role: 'member' });
  await assert.rejects(startAgain({ ...owner, token }), throwsCode('conflict'));
  assert.ok(await accounts.authenticate(owner.token));
});

test('an invalid token has no actor', async (t) => {
  const { accounts } = await open(t);
  assert.equal(await accounts.authenticate('wrong'), undefined);
  assert.equal(await accounts.authenticate(''), undefined);
});

test('stores no token in clear text', async (t) => {
  const { database, accounts, actor } = await open(t);
  await accounts.addToken(actor, { name: 'ci' });
  const rows = await database.query<{ row: string }>('select tokens::text as row from tokens');
  assert.ok(rows.length > 1);
  const hex = Buffer.from(owner.token).toString('hex');
  assert.ok(rows.every(({ row }) => !row.includes(owner.token) && !row.includes(hex)));
});

test('an owner adds a user, and only the user sees the token', async (t) => {
  const { accounts, actor } = await open(t);
  const { user, token } = await accounts.addUser(actor, { email: ' ann@example.com ', role: 'member' });
  assert.match(token, /^spate_live_[0-9a-f]{40}$/);
  const ann = await enter(accounts, token);
  assert.deepEqual({ id: ann.userId, role: ann.role }, { id: user.id, role: 'member' });
  assert.equal(await accounts.ownToken(ann), token);
  assert.equal(await accounts.ownToken(actor), owner.token);
  assert.equal((await accounts.user(ann, actor.userId)).email, owner.email);
  assert.equal((await accounts.user(ann, user.id)).email, 'ann@example.com');
});

test('rejects a duplicate e-mail, an invalid e-mail and an invalid role, with the field', async (t) => {
  const { accounts, actor } = await open(t);
  const fieldOf = (input: { email: string; role: 'member' }) =>
    accounts.addUser(actor, input).then(
      () => 'added',
      (error) => (error instanceof AppError ? error.details[0]?.field : error),
    );
  assert.equal(await fieldOf({ email: 'OWNER@example.com', role: 'member' }), 'email');
  assert.equal(await fieldOf({ email: 'no-address', role: 'member' }), 'email');
  assert.equal(await fieldOf({ email: 'ann@example.com', role: 'king' as 'member' }), 'role');
});

test('removing a user revokes the tokens immediately and frees the e-mail address', async (t) => {
  const { accounts, actor } = await open(t);
  const { user, token } = await accounts.addUser(actor, { email: 'ann@example.com', role: 'member' });
  const extra = await accounts.addToken(await enter(accounts, token), { name: 'ci' });
  await accounts.removeUser(actor, user.id);
  assert.equal(await accounts.authenticate(token), undefined);
  assert.equal(await accounts.authenticate(extra.secret), undefined);
  await assert.rejects(accounts.user(actor, user.id), throwsCode('not_found'));
  await accounts.addUser(actor, { email: 'ann@example.com', role: 'viewer' });
});

test('the last owner cannot be removed, also when two owners remove each other concurrently', async (t) => {
  const { accounts, actor } = await open(t);
  await assert.rejects(accounts.removeUser(actor, actor.userId), throwsCode('conflict'));
  const { user, token } = await accounts.addUser(actor, { email: 'ann@example.com', role: 'owner' });
  const ann = await enter(accounts, token);
  const results = await Promise.allSettled([
    accounts.removeUser(actor, user.id),
    accounts.removeUser(ann, actor.userId),
  ]);
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
  const left = await Promise.all([accounts.authenticate(owner.token), accounts.authenticate(token)]);
  assert.equal(left.filter((each) => each?.role === 'owner').length, 1);
});

test('pending requests of an owner who is removed meanwhile create no users', async (t) => {
  const { accounts, actor } = await open(t);
  const { user, token } = await accounts.addUser(actor, { email: 'eve@example.com', role: 'owner' });
  const eve = await enter(accounts, token);
  await accounts.removeUser(actor, user.id);
  const late = await Promise.allSettled([
    accounts.addUser(eve, { email: 'eve2@example.com', role: 'owner' }),
    accounts.invite(eve, { email: 'eve3@example.com', role: 'owner' }),
    accounts.setRole(eve, actor.userId, 'viewer'),
    accounts.removeUser(eve, actor.userId),
  ]);
  for (const each of late) assert.ok(each.status === 'rejected' && throwsCode('not_allowed')(each.reason));
  assert.equal((await accounts.users(actor)).length, 1);
});

test('only owners can add and remove users and credentials', async (t) => {
  const { accounts, actor } = await open(t);
  const role = 'member' as const;
  const credential = {
    provider: 'aws',
    description: 'ours',
    arn: null,
    accessKeyId: 'AKIA',
    ...withoutAzure,
    secret: 'hush',
    role,
  };
  const { id } = await accounts.addCredential(actor, credential);
  for (const role of ['member', 'viewer'] as const) {
    const { token } = await accounts.addUser(actor, { email: `${role}@example.com`, role });
    const other = await enter(accounts, token);
    await assert.rejects(
      accounts.addUser(other, { email: 'x@example.com', role }),
      throwsCode('not_allowed'),
    );
    await assert.rejects(accounts.removeUser(other, actor.userId), throwsCode('not_allowed'));
    await assert.rejects(accounts.addCredential(other, credential), throwsCode('not_allowed'));
    await assert.rejects(accounts.removeCredential(other, id), throwsCode('not_allowed'));
  }
});

test('tokens can be added, listed and revoked; users see their own, owners see all', async (t) => {
  const { accounts, actor } = await open(t);
  const { token } = await accounts.addUser(actor, { email: 'ann@example.com', role: 'member' });
  const ann = await enter(accounts, token);
  const { token: added, secret } = await accounts.addToken(ann, { name: 'ci' });
  assert.equal((await enter(accounts, secret)).userId, ann.userId);
  assert.deepEqual(
    (await accounts.tokens(ann)).map(({ name }) => name),
    ['primary', 'ci'],
  );
  assert.equal((await accounts.tokens(actor)).length, 3);
  assert.ok((await accounts.tokens(actor)).every((each) => !('hash' in each) && !('sealed' in each)));

  const ownersToken = (await accounts.tokens(actor)).find(({ userId }) => userId === actor.userId);
  await assert.rejects(accounts.revokeToken(ann, ownersToken?.id ?? 0), throwsCode('not_found'));
  await assert.rejects(accounts.revokeToken(actor, ownersToken?.id ?? 0), throwsCode('conflict'));
  await accounts.revokeToken(actor, added.id);
  assert.equal(await accounts.authenticate(secret), undefined);
  await assert.rejects(accounts.revokeToken(ann, added.id), throwsCode('not_found'));
  await assert.rejects(accounts.addToken(ann, { name: '  ' }), throwsCode('invalid'));
});

test('updates the last use of a token at most once per minute', async (t) => {
  const { database, accounts, actor } = await open(t);
  const usedAt = async () => (await accounts.tokens(actor))[0]?.lastUsedAt?.getTime() ?? 0;
  const first = await usedAt();
  assert.ok(first > 0);
  await accounts.authenticate(owner.token);
  assert.equal(await usedAt(), first);
  await database.query("update tokens set last_used_at = now() - interval '61 seconds'");
  const aged = await usedAt();
  await accounts.authenticate(owner.token);
  assert.ok((await usedAt()) > aged);
});

test('the secret of a credential is encrypted and never returned', async (t) => {
  const { database, accounts, actor } = await open(t);
  const input = {
    provider: 'aws',
    description: 'ours',
    arn: 'arn:aws:iam::1:role/x',
    accessKeyId: 'AKIA',
    ...withoutAzure,
    secret: 'hush-hush',
    role: 'owner' as const,
  };
  const added = await accounts.addCredential(actor, input);
  const { secret, subscriptionId: _, ...shown } = input;
  assert.deepEqual(await accounts.credentials(actor), [{ id: added.id, cloudAccount: null, ...shown }]);
  const [row] = await database.query<{ text: string }>('select credentials::text as text from credentials');
  assert.ok(row && !row.text.includes(secret) && !row.text.includes(Buffer.from(secret).toString('hex')));
  await accounts.removeCredential(actor, added.id);
  assert.deepEqual(await accounts.credentials(actor), []);
  await assert.rejects(accounts.removeCredential(actor, added.id), throwsCode('not_found'));
});

test('resources of another account are not found', async (t) => {
  const { database, accounts, actor } = await open(t);
  const [other] = await database.query<{ id: number }>(
    "insert into accounts (email) values ('o@example.com') returning id",
  );
  const stranger: Actor = { ...actor, accountId: other?.id ?? 0 };
  await assert.rejects(accounts.user(stranger, actor.userId), throwsCode('not_found'));
  await assert.rejects(accounts.removeUser(stranger, actor.userId), throwsCode('not_found'));
  await assert.rejects(accounts.user(actor, 99_999_999_999), throwsCode('not_found'));
  const [token] = await accounts.tokens(actor);
  await assert.rejects(accounts.revokeToken(stranger, token?.id ?? 0), throwsCode('not_found'));
  const { id } = await accounts.addCredential(actor, {
    provider: 'aws',
    description: '',
    arn: null,
    accessKeyId: null,
    ...withoutAzure,
    secret: null,
    role: 'member',
  });
  await assert.rejects(accounts.removeCredential(stranger, id), throwsCode('not_found'));
  assert.deepEqual(await accounts.projects(stranger), []);
});

test('a project is found or created by name, once also under concurrency', async (t) => {
  const { database, actor } = await open(t);
  const find = (name: string | null) =>
    database.transaction((tx) => findOrCreateProject(tx, actor.accountId, name));
  const made = await Promise.all(Array.from({ length: 8 }, () => find('Shop')));
  assert.equal(new Set(made.map(({ id }) => id)).size, 1);
  assert.equal((await find(null)).name, 'Default');
  assert.equal((await find('')).name, 'Default');
});
