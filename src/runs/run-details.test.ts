import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withDatabase } from '../../test/support/postgres.ts';
import { insertRunRows } from '../../test/support/rows.ts';
import { runContextFor } from '../../test/support/run-context.ts';
import { insertUser, markUserRemoved } from '../store/users.ts';
import { ownerOf } from './actor.fixture.ts';
import { createRuns } from './create-runs.ts';

const postgres = withDatabase();

test('changes only the given fields of name, notes and tags', async (t) => {
  const database = await postgres.fresh();
  const { runId, accountId } = await insertRunRows(database);
  const runs = createRuns(await runContextFor(t, database));
  const actor = ownerOf(accountId);
  const details = async () => {
    const { name, notes, tags } = (await runs.get(actor, runId)).run;
    return { name, notes, tags };
  };
  await runs.change(actor, runId, { name: 'Nightly', notes: 'After the release', tags: ['a', 'b'] });
  await runs.change(actor, runId, { tags: ['c'] });
  assert.deepEqual(await details(), { name: 'Nightly', notes: 'After the release', tags: ['c'] });
  const changed = await runs.change(actor, runId, { name: null, notes: null });
  assert.equal(changed.run.name, null);
  assert.deepEqual(await details(), { name: null, notes: null, tags: ['c'] });
  await assert.rejects(runs.change(ownerOf(accountId + 1), runId, { name: 'x' }), /no run/);
});

test('shows the user who started a run, even if removed since', async (t) => {
  const database = await postgres.fresh();
  const { runId, accountId } = await insertRunRows(database);
  const runs = createRuns(await runContextFor(t, database));
  const starter = async () => (await runs.get(ownerOf(accountId), runId)).run.startedBy;
  assert.equal(await starter(), null);
  const user = await insertUser(database, {
    accountId,
    email: 'ann@example.com',
    role: 'member',
    name: 'Ann',
  });
  await database.query('update runs set user_id = $2 where id = $1', [runId, user?.id]);
  assert.deepEqual(await starter(), { email: 'ann@example.com', name: 'Ann' });
  await markUserRemoved(database, user?.id ?? 0);
  assert.deepEqual(await starter(), { email: 'ann@example.com', name: 'Ann' });
});
