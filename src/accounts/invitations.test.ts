import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withDatabase } from '../../test/support/postgres.ts';
import { laptop, openAccounts, throwsCode } from './testing/stage.ts';

const postgres = withDatabase();
const password = 'correct horse';
const bob = { email: 'bob@example.com', role: 'viewer' } as const;

test('an invited user joins once, with the given role and name', async (t) => {
  const database = await postgres.fresh();
  const { accounts, actor } = await openAccounts(t, database);
  const { invitation, secret } = await accounts.invite(actor, bob);
  assert.equal(invitation.invitedBy, 'owner@example.com');
  assert.deepEqual(await accounts.invitations(actor), [invitation]);
  const open = await accounts.openInvitation(secret, laptop.address);
  assert.deepEqual([open.email, open.role], [bob.email, bob.role]);
  const days = (invitation.expiresAt.getTime() - invitation.createdAt.getTime()) / 86_400_000;
  assert.equal(Math.round(days), 7);
  const rows = await database.query<{ row: string }>('select invitations::text as row from invitations');
  assert.ok(rows.every(({ row }) => !row.includes(secret)));

  const given = { secret, password, name: ' Bob ' };
  const joined = await accounts.acceptInvitation(given, laptop);
  assert.equal(joined.actor.role, 'viewer');
  const user = await accounts.user(actor, joined.actor.userId);
  assert.deepEqual([user.email, user.name, user.signInCount], [bob.email, 'Bob', 1]);
  assert.equal(await accounts.ownToken(joined.actor), null);
  await assert.rejects(accounts.acceptInvitation(given, laptop), throwsCode('not_found'));
  assert.deepEqual(await accounts.invitations(actor), []);
  await assert.rejects(accounts.invite(actor, { ...bob, email: 'BOB@example.com' }), throwsCode('invalid'));
});

test('concurrent uses of one invitation create one user', async (t) => {
  const { accounts, actor } = await openAccounts(t, await postgres.fresh());
  const { secret } = await accounts.invite(actor, bob);
  const tries = await Promise.allSettled(
    [1, 2, 3, 4].map(() => accounts.acceptInvitation({ secret, password, name: null }, laptop)),
  );
  assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1);
  assert.equal((await accounts.users(actor)).length, 2);
});

test('a newer invitation replaces the older one, also under concurrency', async (t) => {
  const { accounts, actor } = await openAccounts(t, await postgres.fresh());
  const first = await accounts.invite(actor, bob);
  const second = await accounts.invite(actor, { email: 'Bob@Example.com', role: 'member' });
  await assert.rejects(accounts.openInvitation(first.secret, laptop.address), throwsCode('not_found'));
  assert.equal((await accounts.openInvitation(second.secret, laptop.address)).role, 'member');
  await Promise.all([1, 2, 3].map(() => accounts.invite(actor, bob)));
  assert.equal((await accounts.invitations(actor)).length, 1);
});

test('a withdrawn or expired invitation is not valid', async (t) => {
  const database = await postgres.fresh();
  const { accounts, actor } = await openAccounts(t, database);
  const { invitation, secret } = await accounts.invite(actor, bob);
  await accounts.withdrawInvitation(actor, invitation.id);
  await assert.rejects(accounts.openInvitation(secret, laptop.address), throwsCode('not_found'));
  await assert.rejects(accounts.withdrawInvitation(actor, invitation.id), throwsCode('not_found'));
  const late = await accounts.invite(actor, bob);
  await database.query("update invitations set expires_at = now() - interval '1 second'");
  const given = { secret: late.secret, password, name: null };
  await assert.rejects(accounts.acceptInvitation(given, laptop), throwsCode('not_found'));
  assert.deepEqual(await accounts.invitations(actor), []);
  assert.ok(await accounts.invite(actor, bob));
});

test('a password that is too short is rejected and does not use up the invitation', async (t) => {
  const { accounts, actor } = await openAccounts(t, await postgres.fresh());
  const { secret } = await accounts.invite(actor, bob);
  const given = { secret, name: null };
  await assert.rejects(
    accounts.acceptInvitation({ ...given, password: 'short' }, laptop),
    throwsCode('invalid'),
  );
  assert.ok(await accounts.acceptInvitation({ ...given, password }, laptop));
});

test('only owners can create, list and withdraw invitations', async (t) => {
  const { accounts, actor, add } = await openAccounts(t, await postgres.fresh());
  const { invitation } = await accounts.invite(actor, bob);
  for (const role of ['member', 'viewer'] as const) {
    const other = await add(role);
    await assert.rejects(accounts.invite(other, bob), throwsCode('not_allowed'));
    await assert.rejects(accounts.invitations(other), throwsCode('not_allowed'));
    await assert.rejects(accounts.withdrawInvitation(other, invitation.id), throwsCode('not_allowed'));
  }
  const stranger = { ...actor, accountId: actor.accountId + 1 };
  await assert.rejects(accounts.withdrawInvitation(stranger, invitation.id), throwsCode('not_found'));
});

test('invitations of an owner end when the role is removed', async (t) => {
  const { accounts, actor, add } = await openAccounts(t, await postgres.fresh());
  const eve = await add('owner', 'eve@example.com');
  const { secret } = await accounts.invite(eve, { email: 'eve2@example.com', role: 'owner' });
  await accounts.setRole(actor, eve.userId, 'owner');
  assert.equal((await accounts.openInvitation(secret, laptop.address)).email, 'eve2@example.com');
  await accounts.setRole(actor, eve.userId, 'member');
  await assert.rejects(accounts.openInvitation(secret, laptop.address), throwsCode('not_found'));
  assert.equal((await accounts.invitations(actor)).length, 0);
});

test('a reset link sets a new password once and ends other sessions', async (t) => {
  const { accounts, actor, join } = await openAccounts(t, await postgres.fresh());
  const before = await join('carl@example.com', password);
  const { userId } = before.actor;
  const old = await accounts.resetPassword(actor, userId);
  const { invitation, secret } = await accounts.resetPassword(actor, userId);
  await assert.rejects(accounts.openInvitation(old.secret, laptop.address), throwsCode('not_found'));
  assert.deepEqual([invitation.email, invitation.userId], ['carl@example.com', userId]);
  const hours = (invitation.expiresAt.getTime() - invitation.createdAt.getTime()) / 3_600_000;
  assert.equal(Math.round(hours), 24);
  assert.deepEqual(await accounts.invitations(actor), []);
  assert.ok(await accounts.authenticateSession(before.secret));

  const given = { secret, password: 'another horse', name: 'Not Carl' };
  await assert.rejects(
    accounts.acceptInvitation({ ...given, password: 'short' }, laptop),
    throwsCode('invalid'),
  );
  const tries = await Promise.allSettled([1, 2, 3].map(() => accounts.acceptInvitation(given, laptop)));
  const done = tries.filter((each) => each.status === 'fulfilled').map(({ value }) => value);
  assert.deepEqual(
    done.map((each) => each.actor.userId),
    [userId],
  );
  assert.ok(await accounts.authenticateSession(done[0]?.secret ?? ''));
  assert.equal(await accounts.authenticateSession(before.secret), undefined);
  assert.equal((await accounts.user(actor, userId)).name, null);
  const email = 'carl@example.com';
  await assert.rejects(accounts.checkPassword({ email, password }, '::1'), throwsCode('not_authenticated'));
  assert.deepEqual(await accounts.checkPassword({ email, password: 'another horse' }, '::1'), { userId });
});

test('a reset link ends with its user, with its creator, and after one day', async (t) => {
  const database = await postgres.fresh();
  const { accounts, actor, add } = await openAccounts(t, database);
  const [first, second] = [await add('member'), await add('viewer')];
  const other = await add('owner', 'other@example.com');
  const ofRemoved = await accounts.resetPassword(actor, first.userId);
  await accounts.removeUser(actor, first.userId);
  const byRemoved = await accounts.resetPassword(other, second.userId);
  await accounts.removeUser(actor, other.userId);
  const late = await accounts.resetPassword(actor, actor.userId);
  await database.query("update invitations set expires_at = now() - interval '1 second' where id = $1", [
    late.invitation.id,
  ]);
  for (const { secret } of [ofRemoved, byRemoved, late]) {
    const given = { secret, password, name: null };
    await assert.rejects(accounts.acceptInvitation(given, laptop), throwsCode('not_found'));
  }
  await assert.rejects(accounts.resetPassword(actor, first.userId), throwsCode('not_found'));
  await assert.rejects(accounts.resetPassword(second, actor.userId), throwsCode('not_allowed'));
  for (const narrow of [{ scopes: ['admin'] as const }, { projectId: 1 }])
    await assert.rejects(
      accounts.resetPassword({ ...actor, ...narrow }, actor.userId),
      throwsCode('not_allowed'),
    );
  const stranger = { ...actor, accountId: actor.accountId + 1 };
  await assert.rejects(accounts.resetPassword(stranger, second.userId), throwsCode('not_found'));
});
