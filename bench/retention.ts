/**
 * Cost of removing expired frames: rows deleted from one table, as the service does it, against a dropped partition;
 * and the cost of partitions by day of the run when frames are stored and read.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '../src/lib/log.ts';
import { openDatabase } from '../src/store/database.ts';
import { startEmbedded } from '../src/store/embedded/start-embedded.ts';
import { removeFrames } from '../src/store/frames.ts';
import { migrate } from '../src/store/migrate.ts';
import { printTable } from './support/table.ts';

const runs = 10;
const framesPerRun = Number(process.env.BENCH_FRAMES ?? 20_000);
const frameBytes = 1_500;
const dayCounts = [30, 365];

const dataDir = await mkdtemp(join(tmpdir(), 'spate-bench-'));
const server = await startEmbedded({ dataDir, log: silentLog });
const database = openDatabase({ url: server.url, log: silentLog, statementTimeoutMs: 0 });
const rows: (string | number)[][] = [];
try {
  await migrate({ database, log: silentLog });
  await measured('frames', `store ${runs * framesPerRun} frames`, () => fill('frames'));
  await lookups('frames');
  await measured('frames', `delete ${framesPerRun} frames of one run`, () => removeFrames(database, 'run 3'));
  await measured('frames', 'vacuum after it', () => database.query('vacuum frames'));
  for (const days of dayCounts) {
    const table = `frames_of_${days}_days`;
    await partition(table, days);
    await measured(table, `store ${runs * framesPerRun} frames`, () => fill(table, true));
    await lookups(table);
    await lookups(table, 'and day = 3');
    await measured(table, `drop the partition of ${framesPerRun} frames`, () =>
      database.query(`drop table ${table}_3`),
    );
  }
  printTable(
    `Removal of expired frames: ${runs} runs of ${framesPerRun} frames of ${frameBytes} bytes`,
    ['table', 'step', 'ms', 'MB of log'],
    rows,
  );
} finally {
  await database.close();
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}

/** The same columns and keys; the day of the run is part of the key, as partitions require. */
async function partition(table: string, days: number): Promise<void> {
  await database.query(
    `create table ${table} (execution_id text not null, seq integer not null, run_id text not null, second integer not null,
      samples integer not null, payload bytea not null, day integer not null, primary key (day, execution_id, seq))
    partition by list (day)`,
  );
  await database.query(`create index on ${table} (run_id, second)`);
  for (let day = 0; day < days; day++)
    await database.query(
      `create table ${table}_${day} partition of ${table} for values in (${day}) with (autovacuum_enabled = off)`,
    );
}

/** One run per day. */
async function fill(table: string, hasDay = false): Promise<void> {
  for (let run = 0; run < runs; run++)
    for (let from = 0; from < framesPerRun; from += 1000)
      await database.query(
        `insert into ${table} select 'execution ' || $1, n, 'run ' || $1, n, 1, $2 ${hasDay ? ', $1::int' : ''}
        from generate_series($3::int, $3::int + 999) n on conflict do nothing`,
        [run, Buffer.alloc(frameBytes, run), from],
      );
  await database.query(`analyze ${table}`);
}

async function lookups(table: string, condition = ''): Promise<void> {
  const count = 200;
  await measured(table, `${count} × frames of one second ${condition}`.trim(), async () => {
    for (let second = 0; second < count; second++)
      await database.query(`select seq from ${table} where run_id = $1 and second = $2 ${condition}`, [
        'run 3',
        second,
      ]);
  });
}

async function measured(table: string, step: string, work: () => Promise<unknown>): Promise<void> {
  const logAt = async () => {
    const [row] = await database.query<{ bytes: number }>(`select pg_current_wal_lsn() - '0/0' as bytes`);
    return Number(row?.bytes ?? 0);
  };
  const before = await logAt();
  const startedAt = performance.now();
  await work();
  const ms = Math.round(performance.now() - startedAt);
  const row = [table, step, ms, Math.round((await logAt()) - before) / 2 ** 20].map((cell) =>
    typeof cell === 'number' ? Math.round(cell * 10) / 10 : cell,
  );
  rows.push(row);
  console.log(row.join(' · '));
}
