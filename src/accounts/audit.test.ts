import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withDatabase } from '../../test/support/postgres.ts';
import { insertRunRows } from '../../test/support/rows.ts';
import { systemClock } from '../lib/clock.ts';
import { silentLog } from '../lib/log.ts';
import { createAudit, type Deed } from './audit.ts';
import { openAccounts } from './testing/stage.ts';

const postgres = withDatabase();
const deed = { address: '203.0.113.9', action: 'POST /runs', status: 201 };

test('entries contain user, action and authentication, also of removed users, newest first and paged', async (t) => {
  const database = await postgres.fresh();
  const { accounts, actor, add } = await openAccounts(t, database);
  const audit = createAudit({ database, log: silentLog, clock: systemClock });
  const ann = await add('member', 'ann@example.com');
  await audit.record({ ...deed, actor: ann, target: 'r1' });
  await audit.record({ ...deed, actor, action: 'DELETE /users/:userId', target: '2', status: 204 });
  await audit.record({ ...deed, email: 'eve@example.com', action: 'POST /session', status: 401 });
  await accounts.removeUser(actor, ann.userId);
  const [third, second, first] = await audit.list(actor, { limit: 10 });
  const { id: _, at, ...rest } = first ?? {};
  assert.ok(at instanceof Date);
  assert.deepEqual(rest, {
    ...deed,
    userId: ann.userId,
    email: 'ann@example.com',
    means: 'token primary',
    target: 'r1',
  });
  assert.deepEqual([third?.userId, third?.email, third?.means], [null, 'eve@example.com', null]);
  const page = await audit.list(actor, { limit: 1, before: third?.id });
  assert.deepEqual(page, [second]);
  assert.deepEqual(await audit.list(actor, { limit: 10, userId: ann.userId }), [first]);
  assert.deepEqual(await audit.list(actor, { limit: 10, action: 'DELETE' }), [second]);
  assert.deepEqual(await audit.list({ ...actor, accountId: actor.accountId + 1 }, { limit: 10 }), []);
});

test('anonymous actions on a run are recorded in the account of the run', async (t) => {
  const database = await postgres.fresh();
  const { actor } = await openAccounts(t, database);
  const audit = createAudit({ database, log: silentLog, clock: systemClock });
  const { accountId, runId } = await insertRunRows(database);
  const webhook = { ...deed, action: 'POST /runs/:runId/webhook', target: runId };
  await audit.record({ ...webhook, runId });
  await audit.record({ ...webhook, runId: 'there is none' });
  await audit.record({ ...webhook, runId, actor });
  assert.equal((await audit.list({ ...actor, accountId }, { limit: 10 })).length, 1);
  const own = await audit.list(actor, { limit: 10 });
  assert.deepEqual(
    own.map(({ userId }) => userId),
    [actor.userId, null],
  );
});

test('two services rate-limit anonymous entries together, and always record actions of users', async (t) => {
  const database = await postgres.fresh();
  const { actor } = await openAccounts(t, database);
  const clock = { nowMs: () => 0 };
  const audit = createAudit({ database, log: silentLog, clock });
  const services = [audit, createAudit({ database, log: silentLog, clock })];
  const repeat = (change: Partial<Deed>) =>
    Promise.all(
      services.flatMap((service) =>
        Array.from({ length: 125 }, () => service.record({ ...deed, ...change })),
      ),
    );
  const count = async () => (await audit.list(actor, { limit: 1_000 })).length;
  await repeat({ status: 401 });
  assert.equal(await count(), 50, 'rejected attempts are limited');
  await repeat({ status: 401, email: 'eve@example.com' });
  assert.equal(await count(), 250, 'failed sign-ins have a separate limit');
  await audit.record({ ...deed, actor });
  assert.equal(await count(), 251);
});

test('an entry that cannot be stored is logged and does not fail the request', async () => {
  const database = await postgres.fresh({ connectTimeoutMs: 1 });
  await database.query('drop table audit');
  const lines: unknown[] = [];
  const log = { ...silentLog, warn: (fields: unknown) => void lines.push(fields) };
  const audit = createAudit({ database, log, clock: systemClock });
  await audit.record(deed);
  assert.equal(lines.length, 1);
});
