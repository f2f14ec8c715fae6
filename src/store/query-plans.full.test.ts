import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { withDatabase } from '../../test/support/postgres.ts';
import { insertRunRows, type RunRows } from '../../test/support/rows.ts';
import { archivesOfRuns } from './archives.ts';
import type { Database, Queryable } from './database.ts';
import { countExecutions, executionsOfNode, executionsOfRun, findExecution } from './executions.ts';
import {
  frameTotals,
  insertFrames,
  lastSecondOfAll,
  missingSeqs,
  readFrames,
  samplesByExecution,
  streamFrames,
} from './frames.ts';
import { gridsOfRuns } from './grids.ts';
import { findNode, nodesOfGrid } from './nodes.ts';
import { countDirty, lastRolledSecond, readChangedRollups, readRollups, staleIntervals } from './rollups.ts';
import { findReport, findRun, openRunIds, runFiles, runIdsOfGrid } from './runs.ts';
import { findSessionActor } from './sessions.ts';
import { findActor } from './tokens.ts';

const postgres = withDatabase();
const runCount = 1_000;
const secondsPerRun = 120;
const startS = 1_700_000_000;

test('queries of each frame, second and page use an index with a thousand runs', async () => {
  const database = await postgres.fresh();
  const rows = await insertRunRows(database);
  await multiply(database, rows);
  const scans: string[] = [];
  const db = explaining(database, scans);
  const { runId, executions } = rows;
  const { executionId = '', gridId = '', nodeId = '' } = executions[0] ?? {};

  const payload = Buffer.alloc(4);
  const frame = { executionId, runId, seq: secondsPerRun + 1, second: startS, samples: 0, payload };
  await insertFrames(
    { ...database, transaction: (work: (tx: Queryable) => unknown) => work(db) } as Database,
    [frame],
  );
  await readFrames(db, runId, [startS, startS + 1]);
  await frameTotals(db, executionId);
  await missingSeqs(db, executionId, secondsPerRun);
  await lastSecondOfAll(db, [executionId]);
  await samplesByExecution(db, runId, { fromS: startS, toS: startS + 10 }, 1_000);
  for await (const each of streamFrames(db, executionId)) assert.ok(each.seq > 0);

  const range = { runId, spanS: 1, gridId: '' } as const;
  for (const isLatestFirst of [false, true])
    for await (const each of readRollups(db, { ...range, isLatestFirst }, 50))
      assert.equal(each.runId, runId);
  await lastRolledSecond(db, range);
  await staleIntervals(db, runId);
  await countDirty(db, runId);
  const change = { xid: '1', sinceS: startS, untilS: startS + 5, limit: 10, isTotal: true };
  await readChangedRollups(db, { runId, spanS: 1, ...change });

  await findRun(db, runId);
  await findReport(db, runId);
  await openRunIds(db);
  await runIdsOfGrid(db, gridId);
  await runFiles(db, [runId]);
  await archivesOfRuns(db, [runId]);
  await gridsOfRuns(db, [runId]);
  await executionsOfRun(db, runId);
  await executionsOfNode(db, nodeId);
  await findExecution(db, executionId);
  await countExecutions(db, runId);
  await findNode(db, nodeId);
  await nodesOfGrid(db, gridId);
  await findActor(db, randomBytes(32));
  await findSessionActor(db, randomBytes(32));
  assert.deepEqual(scans, []);
  // The check itself works.
  await db.query('select from frames where samples < 0');
  assert.equal(scans.length, 1);
});

/** Copies the run with its grid, node and execution a thousand times, with frames and roll-ups of two minutes each. */
async function multiply(database: Database, { runId, executions }: RunRows): Promise<void> {
  const { executionId = '', gridId = '', nodeId = '' } = executions[0] ?? {};
  const copies = async (table: string, id: string, changes: string) =>
    database.query(
      `insert into ${table} overriding system value select (jsonb_populate_record(null::${table}, to_jsonb(t) || ${changes})).*
      from ${table} t, generate_series(1, ${runCount}) n where t.id = $1`,
      [id],
    );
  const idOf = (kind: string) => `'${kind}' || lpad(n::text, 21, '0')`;
  await copies(
    'runs',
    runId,
    `jsonb_build_object('id', ${idOf('r')}, 'batch_id', ${idOf('r')}, 'number', 1000 + n, 'phase', 'finished')`,
  );
  await copies(
    'grids',
    gridId,
    `jsonb_build_object('id', ${idOf('g')}, 'batch_id', ${idOf('r')}, 'number', 1000 + n, 'status', 'stopped',
      'join_hash', '\\x' || lpad(n::text, 64, '0'))`,
  );
  await copies(
    'nodes',
    nodeId,
    `jsonb_build_object('id', ${idOf('n')}, 'number', 1000 + n, 'grid_id', ${idOf('g')}, 'state', 'ended')`,
  );
  await copies(
    'executions',
    executionId,
    `jsonb_build_object('id', ${idOf('e')}, 'run_id', ${idOf('r')}, 'grid_id', ${idOf('g')}, 'node_id', ${idOf('n')},
      'state', 'delivered')`,
  );
  await database.query(
    `insert into run_grids select ${idOf('r')}, ${idOf('g')}, 0 from generate_series(1, ${runCount}) n`,
  );
  await database.query(
    `insert into frames select e.id, s, e.run_id, ${startS} + s, 1, '\\x00000000'
    from executions e, generate_series(1, ${secondsPerRun}) s`,
  );
  await database.query(
    `insert into rollups (run_id, grid_id, span_s, start_s, payload)
    select r.id, '', 1, ${startS} + s, '\\x00' from runs r, generate_series(1, ${secondsPerRun}) s`,
  );
  await database.query(
    `insert into dirty_rollups (run_id, span_s, start_s) select id, 1, ${startS} + s from runs, generate_series(1, 10) s`,
  );
  await database.query('analyze');
}

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Plan Rows': number;
  Plans?: PlanNode[];
}

/** Tables that grow with runs, frames and seconds. */
const growing = new Set([
  'runs',
  'grids',
  'nodes',
  'executions',
  'run_grids',
  'frames',
  'rollups',
  'dirty_rollups',
]);

/** Runs queries, and notes those that PostgreSQL answers by reading a whole growing table. */
function explaining(database: Database, scans: string[]): Queryable {
  return {
    async query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]> {
      const [explained] = await database.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
        `explain (format json) ${text}`,
        values,
      );
      for (const table of scannedIn(explained?.['QUERY PLAN'][0]?.Plan)) scans.push(`${table}: ${text}`);
      return database.query<Row>(text, values);
    },
  };
}

function scannedIn(node: PlanNode | undefined): string[] {
  if (!node) return [];
  const table = node['Relation Name'];
  const isScan = node['Node Type'] === 'Seq Scan' && table !== undefined && growing.has(table);
  return [...(isScan ? [table] : []), ...(node.Plans ?? []).flatMap(scannedIn)];
}
