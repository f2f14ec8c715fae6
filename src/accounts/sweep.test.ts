import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withDatabase } from '../../test/support/postgres.ts';
import type { Database } from '../store/database.ts';
import { sweepAccess } from './sweep.ts';
import { laptop, openAccounts } from './testing/stage.ts';

const postgres = withDatabase();

async function idsOf(database: Database, table: 'sessions' | 'invitations' | 'audit'): Promise<number[]> {
  const rows = await database.query<{ id: string }>(`select id::text from ${table} order by id`);
  return rows.map(({ id }) => Number(id));
}

test('ended sessions are removed after a month', async (t) => {
  const database = await postgres.fresh();
  const { accounts, actor } = await openAccounts(t, database);
  const begun = await Promise.all([1, 2, 3, 4, 5].map(() => accounts.startSession(actor.userId, laptop)));
  const ids = await idsOf(database, 'sessions');
  const [ended, expired, justEnded, justExpired, good] = ids;
  const change = (id: number | undefined, column: 'ended_at' | 'expires_at', days: number) =>
    database.query(`update sessions set ${column} = now() - make_interval(days => $2) where id = $1`, [
      id,
      days,
    ]);
  await change(ended, 'ended_at', 31);
  await change(expired, 'expires_at', 31);
  await change(justEnded, 'ended_at', 29);
  await change(justExpired, 'expires_at', 29);
  await sweepAccess(database, { auditDays: 0 });
  assert.deepEqual(await idsOf(database, 'sessions'), [justEnded, justExpired, good]);
  const known = await Promise.all(begun.map(({ secret }) => accounts.authenticateSession(secret)));
  assert.equal(known.filter((each) => each !== undefined).length, 1);
});

test('invitations and reset links are removed a month after use or expiry', async (t) => {
  const database = await postgres.fresh();
  const { accounts, actor, join } = await openAccounts(t, database);
  const { actor: carl } = await join('carl@example.com', 'correct horse');
  await accounts.resetPassword(actor, carl.userId);
  await accounts.invite(actor, { email: 'late@example.com', role: 'viewer' });
  const { invitation } = await accounts.invite(actor, { email: 'open@example.com', role: 'viewer' });
  const [used] = await idsOf(database, 'invitations');
  await database.query(
    `update invitations set expires_at = now() - interval '31 days' where id not in ($1, $2)`,
    [invitation.id, used],
  );
  await sweepAccess(database, { auditDays: 0 });
  assert.deepEqual(await idsOf(database, 'invitations'), [used, invitation.id]);
  await database.query(`update invitations set ended_at = now() - interval '31 days' where id = $1`, [used]);
  await sweepAccess(database, { auditDays: 0 });
  assert.deepEqual(await accounts.invitations(actor), [invitation]);
  assert.deepEqual(await idsOf(database, 'invitations'), [invitation.id]);
});

test('the audit log is kept for the configured number of days, or forever', async (t) => {
  const database = await postgres.fresh();
  await openAccounts(t, database);
  await database.query(
    `insert into audit (at, address, action, status)
    select now() - make_interval(days => days), '::1', 'POST /runs', 201 from generate_series(391, 410) as days`,
  );
  await sweepAccess(database, { auditDays: 0 });
  assert.equal((await idsOf(database, 'audit')).length, 20);
  // In several batches.
  await sweepAccess(database, { auditDays: 400 }, 3);
  const [row] = await database.query<{ count: number; eldest: number }>(
    `select count(*)::int as count, (max(now() - at) < interval '400 days 1 hour')::int as eldest from audit`,
  );
  assert.deepEqual(row, { count: 9, eldest: 1 });
});
