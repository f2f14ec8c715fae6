import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { createServer, query } from './postgres-server.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { until } from './until.ts';

export interface ReplicatedPostgres {
  /** Both hosts, the primary first, of a new and empty database. */
  url: string;
  /** Ends the primary with SIGKILL. */
  killPrimary(): Promise<void>;
  /** Makes the standby accept writes. */
  promoteStandby(): Promise<void>;
}

const replicates = { wal_level: 'replica', max_wal_senders: 4 };

/**
 * Two PostgreSQL servers on loopback ports: each commit waits for the standby (synchronous streaming replication).
 */
export async function startReplicatedPostgres(t: TestContext): Promise<ReplicatedPostgres> {
  const folder = await temporaryFolder(t);
  const primary = await createServer(t, join(folder, 'primary'));
  const standby = await createServer(t, join(folder, 'standby'), primary);

  // Without the standby, commits would wait for it.
  await primary.start(replicates);
  await query(primary.port, 'create database spate', 'postgres');
  await primary.stop();
  await standby.copyFromPrimary();

  await primary.start({ ...replicates, synchronous_standby_names: '*' });
  await standby.start({ ...replicates, primary_conninfo: `host=127.0.0.1 port=${primary.port} user=spate` });
  await until('the standby follows the primary', async () => {
    const [row] = await query<{ state: string }>(
      primary.port,
      'select sync_state as state from pg_stat_replication',
    );
    return row?.state === 'sync';
  });
  return {
    url: `postgresql://spate@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/spate?target_session_attrs=read-write`,
    killPrimary: primary.kill,
    async promoteStandby() {
      await query(standby.port, 'select pg_promote()');
    },
  };
}
