import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withDatabase } from '../../test/support/postgres.ts';
import { insertRunRows } from '../../test/support/rows.ts';
import { repeatsOf } from './run-lists.ts';

const postgres = withDatabase();

test('repeats have the same plan, settings, engine, hosts and nodes', async () => {
  const database = await postgres.fresh();
  let account = 0;
  const finished = async (change = '', shape: { grids?: number; nodesPerGrid?: number } = {}) => {
    const { runId, accountId } = await insertRunRows(database, shape);
    account ||= accountId;
    await database.query(
      `update runs set account_id = $2, phase = 'finished', report = '{}', engine = 'spate', threads = 5 where id = $1`,
      [runId, account],
    );
    await database.query(
      `insert into run_files (id, run_id, position, name, size_bytes, sha256, storage_key) values ($1, $1, 0, 'plan.jmx', 1, 'same', $1)`,
      [runId],
    );
    if (change) await database.query(`update runs set ${change} where id = $1`, [runId]);
    return runId;
  };
  const own = await finished();
  const same = await finished();
  await finished('threads = 6');
  await finished(`engine = 'apache'`);
  await finished(`override_hosts = '127.0.0.1 shop.example'`);
  await finished('', { nodesPerGrid: 2 });
  await finished('', { grids: 2 });
  const region = await finished();
  await database.query(
    `update grids set region = 'there' where id in (select grid_id from run_grids where run_id = $1)`,
    [region],
  );
  const found = async (runId: string) => (await repeatsOf(database, runId, 12)).map(({ id }) => id);
  assert.deepEqual(await found(own), [same]);
  assert.deepEqual(await found(region), []);
  const again = await finished('', { grids: 2, nodesPerGrid: 3 });
  assert.deepEqual(await found(await finished('', { grids: 2, nodesPerGrid: 3 })), [again]);
});
