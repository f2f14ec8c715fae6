import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { copyId, insertManyRuns, manyRuns } from '../../test/support/many-rows.ts';
import { withDatabase } from '../../test/support/postgres.ts';
import { explaining, type SequentialScan } from '../../test/support/query-plans.ts';
import { insertRunRows, type RunRows } from '../../test/support/rows.ts';
import { advanceRunJob } from '../domain/jobs.ts';
import { runSorts, runStates } from '../domain/run-filter.ts';
import { annotationsOfRun, countAnnotations } from './annotations.ts';
import { archivesOfRuns, findArchive, hasArchive, storedBytesOfRun } from './archives.ts';
import { deleteAuditBefore, insertAuditEntry, listAudit } from './audit.ts';
import { monthlyCost } from './budgets.ts';
import { pastEntries } from './calendar.ts';
import type { Database } from './database.ts';
import { findUnfinishedDemoRun, unfinishedDemoPorts } from './demo-runs.ts';
import { insertErrorSample, readErrorSamples } from './error-samples.ts';
import {
  countActiveExecutions,
  countExecutions,
  executionsOfNode,
  executionsOfRun,
  executionsOfRuns,
  findExecution,
  giveUpExecutionsOfNode,
  markExecutionsLost,
  noteGenerators,
  noteReportedState,
  openRunIdsOfNode,
  setLogTail,
  setWantOfRun,
} from './executions.ts';
import {
  frameTotals,
  insertFrames,
  lastSecondOfAll,
  missingSeqs,
  readFrames,
  removeFrames,
  samplesByExecution,
  streamFrames,
} from './frames.ts';
import { findGrid, gridsOfRuns, openGrids, openGridsOfProvider, uninvoicedGridIds } from './grids.ts';
import { addJob } from './jobs.ts';
import {
  countLink,
  countMissingNodes,
  countNodesOfRun,
  findFreePlace,
  findNode,
  findNodeByCredential,
  nodesOfGrid,
  noteHello,
  noteVitals,
  notifyNodesOfRun,
} from './nodes.ts';
import { findRecord } from './oauth-records.ts';
import { overdueWork } from './overdue.ts';
import {
  claimExpiredFile,
  expiredArchives,
  expiredFiles,
  expiredFrameRuns,
  removeFramesOf,
  removeRollupsOfDeleted,
  unknownFiles,
} from './retention.ts';
import {
  countDirty,
  dirtyRunIds,
  dirtySpans,
  lastRolledSecond,
  readChangedRollups,
  readRollups,
  rollUp,
  staleIntervals,
} from './rollups.ts';
import { endLeases, leaseRows, rowReceipts } from './row-leases.ts';
import { readTrend, repeatsOf } from './run-lists.ts';
import {
  countRunsOnGrid,
  countWaitingBefore,
  findReport,
  findRun,
  lastRunEndOnGridMs,
  listRuns,
  lockRun,
  openRunIds,
  runFiles,
  runIdsOfGrid,
  setPhase,
  waitingRunIds,
} from './runs.ts';
import { readServiceFigures } from './service-figures.ts';
import { addressesOfUser, findSessionActor, listSessions, touchSession } from './sessions.ts';
import { listTests, planFile, planVersionOf, planVersions } from './tests.ts';
import { takeFromThrottle } from './throttles.ts';
import { findActor, findPrimaryToken, listTokens, revokeTokenById, touchToken } from './tokens.ts';
import { usageOfRuns } from './usage.ts';
import { addVitals, vitalsOfRun } from './vitals.ts';
import { announceService, freeJobsOfSilentWorkers, heartbeat, otherServices } from './workers.ts';

const postgres = withDatabase();
const { startS, secondsPerRun } = manyRuns;

/** Tables that grow with runs, nodes, seconds and requests. */
const growing = new Set([
  'runs',
  'run_files',
  'run_grids',
  'grids',
  'nodes',
  'executions',
  'archives',
  'frames',
  'rollups',
  'dirty_rollups',
  'vitals',
  'error_samples',
  'leased_files',
  'row_leases',
  'usage_ledger',
  'annotations',
  'sessions',
  'tokens',
  'oauth_records',
  'audit',
  'throttles',
  '_private_jobs',
]);

let db: Database;
let rows: RunRows;
let userId = 0;
/** Account with every twentieth run. */
let smallAccountId = 0;
const scans: SequentialScan[] = [];

let filling: Promise<void> | undefined;
const fill = async () => {
  const database = await postgres.fresh({ statementTimeoutMs: 0 });
  rows = await insertRunRows(database);
  ({ userId } = await insertManyRuns(database, rows));
  const [account] = await database.query<{ id: number }>(
    `insert into accounts (email) values ('small@example.com') returning id`,
  );
  smallAccountId = account?.id ?? 0;
  await database.query('update runs set account_id = $1 where number % 20 = 11', [smallAccountId]);
  await database.query('vacuum analyze runs');
  db = explaining(database, growing, (scan) => scans.push(scan));
};

/** The statements of `work` use indexes, except on these tables. */
async function expectIndexes(
  work: () => Promise<unknown>,
  exempt: ReadonlySet<string> = new Set(),
): Promise<void> {
  const found = await scansIn(work);
  assert.deepEqual(
    found.filter(({ table }) => !exempt.has(table)),
    [],
  );
}

/**
 * Tables of open work: rows are deleted when the work is done, so that all of them are wanted, and an index would cost more
 * with each write than it saves.
 */
const openWork: ReadonlySet<string> = new Set(['dirty_rollups', '_private_jobs']);
/** The hourly deletion looks at each run, and at each file that is kept. */
const readHourly: ReadonlySet<string> = new Set(['runs', 'run_files', 'archives']);

async function scansIn(work: () => Promise<unknown>): Promise<SequentialScan[]> {
  filling ??= fill();
  await filling;
  scans.length = 0;
  await work();
  return [...scans];
}

test('the check finds a sequential scan', async () => {
  const statement = 'select from frames where samples < 0';
  assert.deepEqual(await scansIn(() => db.query(statement)), [{ table: 'frames', statement }]);
});

test('frames', () =>
  expectIndexes(async () => {
    const { runId, executions } = rows;
    const { executionId = '' } = executions[0] ?? {};
    const seq = secondsPerRun + 1;
    await insertFrames(db, [
      { executionId, runId, seq, second: startS, samples: 0, payload: Buffer.alloc(4) },
    ]);
    await readFrames(db, runId, [startS, startS + 1]);
    await frameTotals(db, executionId);
    await missingSeqs(db, executionId, secondsPerRun);
    await lastSecondOfAll(db, [executionId]);
    await samplesByExecution(db, runId, { fromS: startS, toS: startS + 10 }, 1_000);
    for await (const each of streamFrames(db, executionId)) assert.ok(each.seq > 0);
    await removeFrames(db, copyId('r', 7));
  }));

test('roll-ups and the live feed', () =>
  expectIndexes(async () => {
    const { runId } = rows;
    const range = { runId, spanS: 1, gridId: '' } as const;
    for (const isLatestFirst of [false, true])
      for await (const each of readRollups(db, { ...range, isLatestFirst }, 50))
        assert.equal(each.runId, runId);
    await lastRolledSecond(db, range);
    await staleIntervals(db, runId);
    await countDirty(db, runId);
    const change = { xid: '1', sinceS: startS, untilS: startS + 5, limit: 10 };
    for (const isTotal of [false, true])
      await readChangedRollups(db, { runId, spanS: 1, isTotal, ...change });
    await rollUp(db, { spanS: 1, limit: 20, minAgeMs: 0, runId, whenHeld: 'wait' }, async (_, marks) =>
      marks.map(({ startS: at }) => ({ runId, gridId: '', spanS: 1, startS: at, payload: Buffer.alloc(4) })),
    );
  }));

test('a run with its grids, nodes and executions', () =>
  expectIndexes(async () => {
    const { runId, executions } = rows;
    const { executionId = '', gridId = '', nodeId = '' } = executions[0] ?? {};
    await findRun(db, runId);
    await lockRun(db, runId);
    await findReport(db, copyId('r', 1));
    await setPhase(db, runId, 'running');
    await runIdsOfGrid(db, gridId);
    await lastRunEndOnGridMs(db, gridId);
    await countRunsOnGrid(db, gridId);
    await runFiles(db, [runId]);
    await archivesOfRuns(db, [copyId('r', 1)]);
    await findArchive(db, 'a'.padEnd(22, '0'));
    await hasArchive(db, executionId);
    await storedBytesOfRun(db, runId);
    await gridsOfRuns(db, [runId]);
    await usageOfRuns(db, [runId, copyId('r', 1)]);
    await executionsOfRun(db, runId);
    await executionsOfRuns(db, [runId, copyId('r', 1)]);
    await executionsOfNode(db, nodeId);
    await executionsOfNode(db, nodeId, [executionId]);
    await findExecution(db, executionId);
    await countExecutions(db, runId);
    await setWantOfRun(db, runId, 'run');
    await openRunIdsOfNode(db, nodeId, undefined);
    await giveUpExecutionsOfNode(db, copyId('n', 1));
    await markExecutionsLost(db, copyId('n', 1));
    await noteReportedState(db, nodeId, executionId, {
      state: 'running',
      progress: null,
      errors: [],
      outcome: null,
    });
    await setLogTail(db, nodeId, executionId, []);
    await noteGenerators(db, []);
    await countActiveExecutions(db, 'local');
    await findNode(db, nodeId);
    await nodesOfGrid(db, gridId);
    await countLink(db, nodeId);
    await noteHello(db, nodeId, 1, {} as never);
    await noteVitals(db, [{ nodeId, vitals: {} as never }]);
    await findFreePlace(db, gridId, {});
    await countNodesOfRun(db, runId);
    await countMissingNodes(db, gridId);
    await notifyNodesOfRun(db, runId);
    await findGrid(db, gridId);
    await openGrids(db, rows.accountId);
    const vitals = { cpu: 1, memoryUsedBytes: 1, clockOffsetMs: 0 } as never;
    await addVitals(db, startS, [{ nodeId, vitals }]);
    await vitalsOfRun(db, runId, { fromS: startS, toS: startS + 60 });
    await readErrorSamples(db, runId, { code: '500' }, 50);
    const run = {
      id: runId,
      project: { id: rows.projectId },
      startedAt: new Date(startS * 1000),
      stoppedAt: null,
    };
    await annotationsOfRun(db, run, 100);
    await countAnnotations(db, runId);
  }));

test('open work and jobs', () =>
  expectIndexes(async () => {
    await openRunIds(db);
    await waitingRunIds(db);
    await countWaitingBefore(db, { id: rows.runId, number: 1 }, ['local'], 1);
    await uninvoicedGridIds(db);
    await openGridsOfProvider(db, 'local');
    await unfinishedDemoPorts(db);
    await findUnfinishedDemoRun(db, { accountId: rows.accountId, projectId: null });
    await overdueWork(db, 60_000);
    await addJob(db, advanceRunJob, { runId: rows.runId });
    await claimExpiredFile(db, 'f'.padEnd(23, '0'), 30);
    await unknownFiles(db, ['f'.padEnd(23, '0')]);
  }));

test('the roller and the job workers, several times a second', () =>
  expectIndexes(async () => {
    await dirtySpans(db, () => 500);
    await dirtyRunIds(db);
    await rollUp(db, { spanS: 1, limit: 8, minAgeMs: 500 }, async (_, marks) =>
      marks.map(({ runId, startS: at }) => ({
        runId,
        gridId: '',
        spanS: 1,
        startS: at,
        payload: Buffer.alloc(4),
      })),
    );
    await heartbeat(db, 'a worker');
    await freeJobsOfSilentWorkers(db, 10_000);
    await announceService(db, 'a folder');
    await otherServices(db, 'a folder');
    await readServiceFigures(db, 60_000);
  }, openWork));

test('messages of nodes', () =>
  expectIndexes(async () => {
    const { executionId = '', nodeId = '' } = rows.executions[0] ?? {};
    await findNodeByCredential(db, nodeId, randomBytes(32));
    const request = { executionId, file: '1.csv', rows: 1_000, used: 0, wanted: 10 };
    const lease = await leaseRows(db, nodeId, request);
    assert.deepEqual(lease?.held, [[0, 10]]);
    await rowReceipts(db, copyId('r', 7));
    await endLeases(db, executionId, [{ file: '1.csv', used: 5 }]);
    const sample = { label: 'GET /', code: '500', message: 'Error' } as never;
    await insertErrorSample(db, nodeId, { executionId, seq: 1, sample });
  }));

test('the hourly deletion', () =>
  expectIndexes(async () => {
    await expiredArchives(db, 30);
    await expiredFiles(db, 30);
    await expiredFrameRuns(db, 30);
    await removeFramesOf(db, copyId('r', 8));
    await removeRollupsOfDeleted(db);
  }, readHourly));

test('tokens, sessions, grants, throttles and the audit log', () =>
  expectIndexes(async () => {
    const { accountId } = rows;
    const hash = createHash('sha256').update('1').digest();
    await findActor(db, hash);
    await findActor(db, randomBytes(32));
    await touchToken(db, 1);
    await listTokens(db, accountId, userId);
    await findPrimaryToken(db, userId);
    await revokeTokenById(db, 2);
    await findSessionActor(db, hash);
    await touchSession(db, 1);
    await listSessions(db, userId);
    await addressesOfUser(db, userId);
    await findRecord(db, 'AccessToken', hash);
    await takeFromThrottle(db, 'key 1', { burst: 5, everyMs: 1_000 }, Date.now());
    await insertAuditEntry(db, {
      accountId,
      userId,
      email: null,
      means: null,
      address: '127.0.0.1',
      action: 'POST /runs',
      target: null,
      runId: rows.runId,
      status: 201,
    });
    await listAudit(db, accountId, { limit: 50 });
    await listAudit(db, accountId, { limit: 50, before: '100', userId, action: 'POST' });
    await deleteAuditBefore(db, 30, 1_000);
    await monthlyCost(db, accountId);
  }));

const filters = {
  'all runs': {},
  'runs with a tag': { tag: 'tag3' },
  'runs of a project': { project: 'Project 2' },
  'runs with a tool': { tool: 'jmeter' },
  'runs of a test': { test: copyId('t', 3) },
};
const page = { limit: 25, offset: 0 };

for (const [name, filter] of Object.entries(filters)) {
  test(`lists and trends of ${name}`, () =>
    expectIndexes(async () => {
      for (const projectId of [null, rows.projectId]) {
        const owner = { accountId: rows.accountId, projectId };
        await listRuns(db, owner, page, filter);
        await readTrend(db, owner, filter, 100);
      }
    }));
}

test('lists and trends of runs in each state', () =>
  expectIndexes(async () => {
    const owner = { accountId: rows.accountId, projectId: null };
    for (const state of runStates) {
      await listRuns(db, owner, page, { state });
      await readTrend(db, owner, { state }, 100);
    }
  }));

// Sorting by name or figures reads all runs of the account, but not those of others; so does a text search.
const readsAccount: readonly string[] = ['name', 'p95', 'errors', 'throughput'];
for (const sort of runSorts)
  test(`lists by ${sort}`, () =>
    expectIndexes(async () => {
      const accountId = readsAccount.includes(sort) ? smallAccountId : rows.accountId;
      const owner = { accountId, projectId: null };
      for (const each of [sort, `-${sort}`] as const) await listRuns(db, owner, page, {}, each);
    }));

test('lists and trends of runs with a text', () =>
  expectIndexes(async () => {
    const owner = { accountId: smallAccountId, projectId: null };
    for (const search of ['nightly 1', 'a text that no run has']) {
      const { runs } = await listRuns(db, owner, page, { search });
      assert.equal(runs.length > 0, search === 'nightly 1');
      await readTrend(db, owner, { search }, 100);
    }
  }));

test('tests with their plans, repeats and the calendar', () =>
  expectIndexes(async () => {
    const owner = { accountId: rows.accountId, projectId: null };
    await listTests(db, owner, {}, page);
    await planVersions(db, copyId('t', 3), 50);
    await planVersionOf(db, copyId('t', 3), 'hash');
    await planFile(db, copyId('t', 3), 1);
    await repeatsOf(db, copyId('r', 3), 12, copyId('t', 3));
    const range = {
      from: new Date(startS * 1000),
      to: new Date((startS + 86_400) * 1000),
      project: undefined,
    };
    await pastEntries(db, owner, range, 500);
  }));
