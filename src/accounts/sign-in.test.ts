import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withDatabase } from '../../test/support/postgres.ts';
import { AppError } from '../domain/errors.ts';
import { laptop, openAccounts, owner, throwsCode } from './testing/stage.ts';

const postgres = withDatabase();
const ann = { email: 'ann@example.com', password: 'correct horse' };

test('signing in with password or token creates a counted session, found only by its secret', async (t) => {
  const database = await postgres.fresh();
  const { accounts, join, actor } = await openAccounts(t, database);
  const joined = await join(ann.email, ann.password);
  const again = await accounts.signInWithPassword({ ...ann, email: ' ANN@example.com ' }, laptop);
  assert.equal(again.actor.userId, joined.actor.userId);
  assert.deepEqual(await accounts.authenticateSession(again.secret), again.actor);
  assert.deepEqual([...again.actor.scopes], ['read', 'run', 'grids', 'admin', 'metrics']);
  assert.equal(await accounts.authenticate(again.secret), undefined);
  assert.equal(await accounts.authenticateSession(owner.token), undefined);
  const user = await accounts.user(actor, joined.actor.userId);
  assert.equal(user.signInCount, 2);
  assert.ok(user.currentSignInAt && user.lastSignInAt && user.lastSignInAt < user.currentSignInAt);
  const byToken = await accounts.signInWithToken(owner.token, laptop);
  assert.equal(byToken.actor.userId, actor.userId);
  assert.equal((await accounts.user(actor, actor.userId)).signInCount, 1);
  await assert.rejects(accounts.signInWithToken('wrong', laptop), throwsCode('not_authenticated'));
  const rows = await database.query<{ row: string }>('select sessions::text as row from sessions');
  assert.equal(rows.length, 3);
  for (const { row } of rows) {
    assert.ok(!row.includes(again.secret) && !row.includes(Buffer.from(again.secret).toString('hex')));
  }
});

test('a wrong password, an unknown name and a user without password give the same error', async (t) => {
  const { accounts, join } = await openAccounts(t, await postgres.fresh());
  await join(ann.email, ann.password);
  for (const given of [
    { email: ann.email, password: 'wrong horses' },
    { email: 'unknown@example.com', password: ann.password },
    { email: owner.email, password: '' },
  ]) {
    await assert.rejects(accounts.signInWithPassword(given, laptop), (error: unknown) => {
      assert.ok(error instanceof AppError);
      assert.deepEqual([error.code, error.message], ['not_authenticated', 'Not Authenticated']);
      return true;
    });
  }
});

test('guessing is rate-limited, but not for known networks of the user', async (t) => {
  const { accounts, join, pass } = await openAccounts(t, await postgres.fresh());
  await join(ann.email, ann.password);
  const elsewhere = { ...laptop, address: '198.51.100.7' };
  const guess = () => accounts.signInWithPassword({ ...ann, password: 'wrong horses' }, elsewhere);
  for (let count = 0; count < 10; count++) await assert.rejects(guess(), throwsCode('not_authenticated'));
  await assert.rejects(guess(), throwsCode('too_many'));
  await assert.rejects(accounts.signInWithPassword(ann, elsewhere), throwsCode('too_many'));
  assert.ok(await accounts.signInWithPassword(ann, laptop));
  pass(31_000);
  assert.ok(await accounts.signInWithPassword(ann, elsewhere));
});

test('known clients are identified by network, because IPv6 addresses change daily', async (t) => {
  const { accounts, join } = await openAccounts(t, await postgres.fresh());
  await join(ann.email, ann.password);
  const home = { ...laptop, address: '2001:db8:0:7::1' };
  assert.ok(await accounts.signInWithPassword(ann, home));
  const elsewhere = { ...laptop, address: '198.51.100.7' };
  const guess = () => accounts.signInWithPassword({ ...ann, password: 'wrong horses' }, elsewhere);
  for (let count = 0; count < 10; count++) await assert.rejects(guess(), throwsCode('not_authenticated'));
  await assert.rejects(guess(), throwsCode('too_many'));
  assert.ok(await accounts.signInWithPassword(ann, { ...home, address: '2001:db8:0:7:5f:aa:1:2' }));
  const stranger = { ...home, address: '2001:db8:0:8::1' };
  await assert.rejects(accounts.signInWithPassword(ann, stranger), throwsCode('too_many'));
});

test('a valid token is accepted after any number of invalid ones', async (t) => {
  const { accounts } = await openAccounts(t, await postgres.fresh());
  const wrong = async () => accounts.noteWrongToken(laptop.address);
  await assert.rejects(async () => {
    for (let count = 0; count < 1_000; count++) await wrong();
  }, throwsCode('too_many'));
  assert.ok(await accounts.authenticate(owner.token));
  assert.ok(await accounts.signInWithToken(owner.token, laptop));
});

test('a session is visible only to its user, who can end it', async (t) => {
  const { accounts, join, actor } = await openAccounts(t, await postgres.fresh());
  const here = await join(ann.email, ann.password);
  const there = await accounts.signInWithPassword(ann, { ...laptop, userAgent: 'x'.repeat(900) });
  const listed = await accounts.sessions(here.actor);
  assert.equal(listed.length, 2);
  assert.deepEqual([listed[0]?.address, listed[0]?.userAgent.length], [laptop.address, 300]);
  assert.deepEqual(await accounts.sessions(actor), []);
  const id = there.actor.means.kind === 'session' ? there.actor.means.id : 0;
  await assert.rejects(accounts.endSession(actor, id), throwsCode('not_found'));
  await accounts.endSession(here.actor, id);
  assert.equal(await accounts.authenticateSession(there.secret), undefined);
  assert.ok(await accounts.authenticateSession(here.secret));
  await assert.rejects(accounts.endSession(here.actor, id), throwsCode('not_found'));
});

test('a session expires 30 days after its last use', async (t) => {
  const database = await postgres.fresh();
  const { accounts, join } = await openAccounts(t, database);
  const { secret } = await join(ann.email, ann.password);
  const age = (days: number) =>
    database.query(
      `update sessions set last_used_at = last_used_at - make_interval(days => $1), expires_at = expires_at - make_interval(days => $1)`,
      [days],
    );
  await age(29);
  assert.ok(await accounts.authenticateSession(secret));
  await age(29);
  assert.ok(await accounts.authenticateSession(secret));
  await age(31);
  assert.equal(await accounts.authenticateSession(secret), undefined);
});

test('a session started with a token has its permissions and ends with it', async (t) => {
  const { accounts, actor } = await openAccounts(t, await postgres.fresh());
  const { token, secret } = await accounts.addToken(actor, {
    name: 'look',
    scopes: ['read'],
    project: 'Shop',
  });
  const session = await accounts.signInWithToken(secret, laptop);
  assert.deepEqual([...session.actor.scopes], ['read']);
  assert.notEqual(session.actor.projectId, null);
  await accounts.revokeToken(actor, token.id);
  assert.equal(await accounts.authenticateSession(session.secret), undefined);
});

test('removing a user ends sessions, tokens, applications and invitations immediately', async (t) => {
  const database = await postgres.fresh();
  const { accounts, join, actor } = await openAccounts(t, database);
  const { actor: person, secret } = await join(ann.email, ann.password, 'owner');
  const token = await accounts.addToken(person, { name: 'ci' });
  const invited = await accounts.invite(person, { email: 'bob@example.com', role: 'owner' });
  await database.query(
    `insert into applications (id, account_id, user_id, name, redirect_uris, grant_types, scopes)
    values ('app', $1, $2, 'App', '{}', '{}', '{}')`,
    [person.accountId, person.userId],
  );
  const record = `insert into oauth_records (kind, id, payload, user_id, application_id) values ('AccessToken', $1, '{}', $2, $3)`;
  await database.query(record, [Buffer.from('hers'), person.userId, null]);
  await database.query(record, [Buffer.from('of her application'), actor.userId, 'app']);
  await database.query(record, [Buffer.from('of another client'), actor.userId, null]);
  await accounts.removeUser(actor, person.userId);
  assert.equal(await accounts.authenticateSession(secret), undefined);
  assert.equal(await accounts.authenticate(token.secret), undefined);
  await assert.rejects(accounts.signInWithPassword(ann, laptop), throwsCode('not_authenticated'));
  await assert.rejects(accounts.openInvitation(invited.secret, laptop.address), throwsCode('not_found'));
  const left = await database.query<{ id: Buffer }>('select id from oauth_records');
  assert.deepEqual(
    left.map(({ id }) => id.toString()),
    ['of another client'],
  );
  const [application] = await database.query<{ isRevoked: boolean }>(
    'select revoked_at is not null as "isRevoked" from applications',
  );
  assert.equal(application?.isRevoked, true);
});

test('a password change requires the old password and ends other sessions', async (t) => {
  const { accounts, join, actor } = await openAccounts(t, await postgres.fresh());
  const here = await join(ann.email, ann.password);
  const there = await accounts.signInWithPassword(ann, laptop);
  const change = (current: string | undefined, password: string) =>
    accounts.setOwnPassword(here.actor, { current, password, address: laptop.address });
  await assert.rejects(change(ann.password, 'short'), throwsCode('invalid'));
  await assert.rejects(change(undefined, 'another horse'), throwsCode('invalid'));
  await assert.rejects(change('wrong horses', 'another horse'), throwsCode('invalid'));
  await change(ann.password, 'another horse');
  assert.ok(await accounts.authenticateSession(here.secret));
  assert.equal(await accounts.authenticateSession(there.secret), undefined);
  await assert.rejects(accounts.signInWithPassword(ann, laptop), throwsCode('not_authenticated'));
  assert.ok(await accounts.signInWithPassword({ ...ann, password: 'another horse' }, laptop));
  // The first owner has no password yet.
  const first = { current: undefined, password: 'owners horse', address: laptop.address };
  await accounts.setOwnPassword(actor, first);
  assert.ok(await accounts.signInWithPassword({ email: owner.email, password: 'owners horse' }, laptop));
});
