import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withDatabase } from '../../test/support/postgres.ts';
import { insertRunRows } from '../../test/support/rows.ts';
import { runContextFor } from '../../test/support/run-context.ts';
import { AppError } from '../domain/errors.ts';
import { findRun } from '../store/runs.ts';
import { ownerOf } from './actor.fixture.ts';
import { acceptRepeat, acceptRun } from './new-run.ts';

const postgres = withDatabase();

test('rejects a run that requires more nodes than its grids have', async (t) => {
  const database = await postgres.fresh();
  const { accountId, runId, executions } = await insertRunRows(database, { nodesPerGrid: 2 });
  const context = await runContextFor(t, database);
  const original = await findRun(database, runId);
  if (!original) throw new Error('no run');
  const { gridId } = executions[0] ?? { gridId: '' };
  const input = {
    ...original,
    minNodes: 3,
    maxCost: null,
    project: null,
    test: null,
    secrets: [],
    files: [],
    grids: [{ kind: 'existing', gridId } as const],
  };
  await assert.rejects(acceptRun(context, ownerOf(accountId), input), {
    code: 'invalid',
    message: 'run[min_nodes] is 3, but the grids of the run have 2 nodes. Use 2 or less, or more nodes.',
  });
});

test('rejects a run without a grid when no service has local nodes', async (t) => {
  const database = await postgres.fresh();
  const { accountId, runId } = await insertRunRows(database);
  const check = async () => {
    throw new AppError('invalid', 'No service runs nodes on its machine.');
  };
  const context = await runContextFor(t, database, { provider: { check } });
  const original = await findRun(database, runId);
  if (!original) throw new Error('no run');
  const rest = { maxCost: null, project: null, test: null, secrets: [], files: [] };
  const input = { ...original, ...rest, grids: [{ kind: 'shared' } as const] };
  await assert.rejects(acceptRun(context, ownerOf(accountId), input), {
    code: 'invalid',
    message: /No service/,
  });
});

test('creates a run once when the connection breaks during the commit', async (t) => {
  const database = await postgres.fresh();
  const { accountId, runId, executions } = await insertRunRows(database);
  const context = await runContextFor(t, database);
  // A sequence is not rolled back, so only the first commit fails.
  await database.query(`create sequence commits`);
  await database.query(`create function break_once() returns trigger language plpgsql as $$
    begin
      if nextval('commits') = 1 then perform pg_terminate_backend(pg_backend_pid()); end if;
      return null;
    end $$`);
  await database.query(`create constraint trigger break_once after insert on run_grids
    deferrable initially deferred for each row execute function break_once()`);
  const original = await findRun(database, runId);
  if (!original) throw new Error('no run');
  const id = await acceptRepeat(
    context,
    { accountId, userId: null, projectId: null, role: 'member' },
    {
      ...original,
      project: 'Default',
      test: null,
      grids: [{ kind: 'existing', gridId: executions[0]?.gridId ?? '' }],
    },
    { id: runId, files: [] },
  );
  const runs = await database.query<{ id: string }>('select id from runs where repeat_of = $1', [runId]);
  assert.deepEqual(runs, [{ id }]);
});
