import assert from 'node:assert/strict';
import { test } from 'node:test';
import type pg from 'pg';
import { withDatabase } from '../../test/support/postgres.ts';
import { silentLog } from '../lib/log.ts';
import { quietErrors } from './database.ts';
import { JobConnections } from './job-connections.ts';

const postgres = withDatabase();

test('ignores the second release of a connection', async () => {
  const pool = new JobConnections({ connectionString: await postgres.freshUrl(), max: 1 });
  // The database is dropped while the connection closes.
  quietErrors(pool, silentLog);
  const release = await new Promise<(cause?: Error) => void>((resolve) =>
    pool.connect((_error, _client, done) => resolve(done)),
  );
  release();
  const next: pg.PoolClient = await pool.connect();
  release();
  assert.equal(pool.idleCount, 0, 'the connection belongs to its new user');
  next.release();
  await pool.end();
});
