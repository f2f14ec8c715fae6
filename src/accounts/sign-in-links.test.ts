import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withDatabase } from '../../test/support/postgres.ts';
import { sweepAccess } from './sweep.ts';
import { enter, laptop, openAccounts, throwsCode } from './testing/stage.ts';

const postgres = withDatabase();
const noLonger = throwsCode('not_authenticated');

test('a link signs in once, as its user with the permissions of the token, also under concurrency', async (t) => {
  const database = await postgres.fresh();
  const { accounts, actor } = await openAccounts(t, database);
  const made = await accounts.addToken(actor, { name: 'reader', scopes: ['read'], project: 'Shop' });
  const reader = await enter(accounts, made.secret);
  const { secret, expiresAt } = await accounts.createSignInLink(reader);
  assert.equal(Math.round((expiresAt.getTime() - Date.now()) / 60_000), 10);
  const rows = await database.query<{ row: string }>('select l::text as row from sign_in_links l');
  assert.ok(rows.length === 1 && rows.every(({ row }) => !row.includes(secret)));

  const tries = await Promise.allSettled([1, 2, 3, 4].map(() => accounts.signInWithLink(secret, laptop)));
  const signedIn = tries.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  assert.equal(signedIn.length, 1);
  const { actor: browser, secret: cookie } = signedIn[0] ?? assert.fail();
  assert.deepEqual(
    [browser.userId, browser.scopes, browser.projectId],
    [reader.userId, reader.scopes, reader.projectId],
  );
  await assert.rejects(accounts.signInWithLink(secret, laptop), noLonger);
  await accounts.revokeToken(actor, made.token.id);
  assert.equal(await accounts.authenticateSession(cookie), undefined);
});

test('a link is not valid after its expiry, the revocation of its token or the removal of its user', async (t) => {
  const database = await postgres.fresh();
  const { accounts, actor, add } = await openAccounts(t, database);
  const late = await accounts.createSignInLink(actor);
  await database.query("update sign_in_links set expires_at = now() - interval '1 second'");
  await assert.rejects(accounts.signInWithLink(late.secret, laptop), noLonger);
  await sweepAccess(database, { auditDays: 0 });
  assert.deepEqual(await database.query('select hash from sign_in_links'), []);

  const { token, secret } = await accounts.addToken(actor, { name: 'short' });
  const revoked = await accounts.createSignInLink(await enter(accounts, secret));
  await accounts.revokeToken(actor, token.id);
  await assert.rejects(accounts.signInWithLink(revoked.secret, laptop), noLonger);

  const member = await add('member');
  const removed = await accounts.createSignInLink(member);
  await accounts.removeUser(actor, member.userId);
  await assert.rejects(accounts.signInWithLink(removed.secret, laptop), noLonger);
});

test('wrong links are limited by address, without affecting a valid link', async (t) => {
  const { accounts, actor } = await openAccounts(t, await postgres.fresh());
  const { secret } = await accounts.createSignInLink(actor);
  await assert.rejects(accounts.signInWithLink('wrong', laptop), noLonger);
  await assert.rejects(async () => {
    for (let guess = 0; guess < 300; guess++)
      await accounts.signInWithLink(`wrong ${guess}`, laptop).catch((error: unknown) => {
        if (!noLonger(error)) throw error;
      });
  }, throwsCode('too_many'));
  assert.equal((await accounts.signInWithLink(secret, laptop)).actor.userId, actor.userId);
});

test('sessions and applications cannot create links', async (t) => {
  const { accounts, actor } = await openAccounts(t, await postgres.fresh());
  const { actor: browser } = await accounts.startSession(actor.userId, laptop);
  await assert.rejects(accounts.createSignInLink(browser), throwsCode('conflict'));
  const application = { ...actor, means: { kind: 'application', id: 'x', name: 'X' } } as const;
  await assert.rejects(accounts.createSignInLink(application), throwsCode('not_allowed'));
});
