import type { Database } from '../../src/store/database.ts';
import type { RunRows } from './rows.ts';

export const manyRuns = {
  runs: 1_000,
  labels: 2_000,
  secondsPerRun: 120,
  startS: 1_700_000_000,
  /** Runs `n` with the same remainder belong to one test. */
  tests: 20,
  projects: 5,
  tags: 10,
  nodesPerRun: 10,
  users: 100,
} as const;

const { runs, labels, secondsPerRun, startS, tests, projects, tags, nodesPerRun, users } = manyRuns;

/** Id of the nth copy; of node and execution of its first slot. */
export const copyId = (kind: 'r' | 'g' | 'n' | 'e' | 't', n: number) => kind + String(n).padStart(21, '0');

/**
 * Copies the run with its grid, node and execution a thousand times, finished, with a report of 2,000 labels, frames
 * and roll-ups of two minutes each, files, and the other rows of a long-running service.
 */
export async function insertManyRuns(
  database: Database,
  { accountId, runId, executions }: RunRows,
): Promise<{ userId: number }> {
  const { executionId = '', gridId = '', nodeId = '' } = executions[0] ?? {};
  const copies = async (table: string, id: string, changes: string, count = 1) =>
    database.query(
      `insert into ${table} overriding system value select made.*
      from ${table} t, generate_series(1, ${runs}) n, generate_series(0, ${count} - 1) slot,
        jsonb_populate_record(null::${table}, to_jsonb(t) || ${changes}) made where t.id = $1`,
      [id],
    );
  const slotId = (kind: string) =>
    `case slot when 0 then '${kind}' else 's' || slot end || lpad(n::text, 21, '0')`;
  const idOf = (kind: string, number = 'n') => `'${kind}' || lpad((${number})::text, 21, '0')`;
  await database.query(
    `insert into projects (account_id, name) select $1, 'Project ' || n from generate_series(1, ${projects}) n`,
    [accountId],
  );
  const projectOf = `(select id from projects where name = 'Project ' || (n % ${projects} + 1))`;
  await database.query(
    `insert into tests (id, account_id, project_id, name)
    select ${idOf('t')}, $1, ${projectOf}, 'Test ' || n from generate_series(0, ${tests} - 1) n`,
    [accountId],
  );
  await copies(
    'runs',
    runId,
    `jsonb_build_object('id', ${idOf('r')}, 'batch_id', ${idOf('r')}, 'number', 1000 + n, 'phase', 'finished',
      'name', 'Nightly ' || n, 'notes', repeat('Notes on a run. ', 10), 'tags', array['tag' || n % ${tags}],
      'project_id', ${projectOf}, 'test_id', ${idOf('t', `n % ${tests}`)}, 'plan_version', 1, 'plan_name', 'plan.jmx',
      'threads', n % 50, 'verdict', case when n % 20 = 0 then 'failed' else 'passed' end,
      'created_at', to_timestamp(${startS} + n * 600), 'started_at', to_timestamp(${startS} + n * 600),
      'stopped_at', to_timestamp(${startS} + n * 600 + ${secondsPerRun}),
      'figures', jsonb_build_object('passed', 1000 + n, 'failed', n % 7, 'requestsPerMinute', 600 + n,
        'times', jsonb_build_object('passed', jsonb_build_object('percentilesMs', jsonb_build_object('95', 100 + n)))))`,
  );
  await database.query(
    `update runs set report = many.report from (select jsonb_build_object('report', jsonb_build_object('labels',
      jsonb_agg(jsonb_build_object('name', 'GET /label/' || n, 'passed', n, 'failed', 0, 'p95', n * 7919 % 1000)))) as report
      from generate_series(1, ${labels}) n) as many where phase = 'finished'`,
  );
  await copies(
    'grids',
    gridId,
    `jsonb_build_object('id', ${idOf('g')}, 'batch_id', ${idOf('r')}, 'number', 1000 + n, 'status', 'invoiced',
      'join_hash', '\\x' || lpad(n::text, 64, '0'))`,
  );
  await copies(
    'nodes',
    nodeId,
    `jsonb_build_object('id', ${slotId('n')}, 'number', slot * 10000 + 1000 + n, 'grid_id', ${idOf('g')}, 'index', slot,
      'state', 'ended')`,
    nodesPerRun,
  );
  await copies(
    'executions',
    executionId,
    `jsonb_build_object('id', ${slotId('e')}, 'run_id', ${idOf('r')}, 'grid_id', ${idOf('g')}, 'node_id', ${slotId('n')},
      'node_index', slot, 'state', 'delivered')`,
    nodesPerRun,
  );
  await database.query(
    `insert into users (account_id, email, role) select $1, n || '@example.com', 'member' from generate_series(1, ${users}) n`,
    [accountId],
  );
  for (const statement of dependentRows(idOf)) await database.query(statement);
  // Index-only scans need the visibility map.
  await database.query('vacuum analyze');
  const [user] = await database.query<{ id: number }>(`select ${userOf('1')} as id`);
  return { userId: user?.id ?? 0 };
}

const userOf = (number: string) => `(select min(id) + ${number} % ${users} from users)::integer`;

function dependentRows(idOf: (kind: string) => string): string[] {
  const perRun = `generate_series(1, ${runs}) n`;
  return [
    `insert into run_grids select ${idOf('r')}, ${idOf('g')}, 0 from ${perRun}`,
    `insert into run_files (id, run_id, position, name, size_bytes, sha256, storage_key)
      select ${idOf('f')} || p, ${idOf('r')}, p, case p when 0 then 'plan.jmx' else p || '.csv' end, 1000, 'hash' || n % 50, ${idOf('f')} || p
      from ${perRun}, generate_series(0, 4) p`,
    `insert into archives (key, run_id, execution_id, size_bytes, storage_key)
      select 'a' || id, run_id, id, 1000, 'a' || id from executions`,
    `insert into frames select e.id, s, e.run_id, ${startS} + s, 1, '\\x00000000'
      from executions e, generate_series(1, ${secondsPerRun}) s where e.node_index = 0`,
    `insert into rollups (run_id, grid_id, span_s, start_s, payload)
      select r.id, '', 1, ${startS} + s, '\\x00' from runs r, generate_series(1, ${secondsPerRun}) s`,
    // About the size of 2,000 labels.
    `insert into rollups (run_id, grid_id, span_s, start_s, payload)
      select id, '', 0, 0, convert_to(repeat('label', ${labels * 8}), 'UTF8') from runs`,
    `insert into dirty_rollups (run_id, span_s, start_s) select id, 1, ${startS} + s from runs, generate_series(1, 10) s`,
    `insert into vitals select e.id, ${startS} + s * 15, 1, 1, 1, 0, 1 from executions e, generate_series(1, 8) s`,
    `insert into error_samples select e.id, s, e.run_id, 'GET /', '500', 'Internal Server Error', '{"startedAtMs": 1}'
      from executions e, generate_series(1, 3) s`,
    `insert into leased_files select ${idOf('r')}, p || '.csv', 1000, '[[500, 1000]]' from ${perRun}, generate_series(1, 4) p`,
    `insert into row_leases select id, run_id, p || '.csv', 50, 50, '[]', 0, 0 from executions, generate_series(1, 4) p
      where state = 'delivered'`,
    `insert into usage_ledger (grid_id, account_id, node_minutes, nodes, from_at, to_at, cost)
      select ${idOf('g')}, (select min(account_id) from users), 1, 1, to_timestamp(${startS}), to_timestamp(${startS} + n * 600), 1 from ${perRun}`,
    `insert into annotations (id, account_id, project_id, run_id, at, kind, text)
      select ${idOf('c')}, account_id, project_id, case when n % 2 = 0 then runs.id end, created_at, 'note', 'A note'
      from ${perRun} join runs on runs.id = ${idOf('r')}`,
    `insert into sessions (user_id, hash, address, user_agent, expires_at, ended_at)
      select ${userOf('n')}, sha256(n::text::bytea), '127.0.0.1', 'browser', now() + interval '1 day',
        case when n > 500 then now() end from ${perRun}`,
    `insert into tokens (user_id, name, hash, revoked_at)
      select ${userOf('n')}, 'token ' || n, sha256(n::text::bytea), case when n > 500 then now() end from ${perRun}`,
    `insert into oauth_records (kind, id, payload, grant_id, expires_at)
      select 'AccessToken', sha256(n::text::bytea), '{}', 'grant' || n, now() + interval '1 day' from ${perRun}`,
    `insert into audit (account_id, at, user_id, address, action, status)
      select (select min(account_id) from users), now() - n * interval '1 minute', ${userOf('n')}, '127.0.0.1', 'POST /runs', 201
      from generate_series(1, ${runs * 10}) n`,
    `insert into throttles select 'key ' || n, n from ${perRun}`,
    `select graphile_worker.add_job('advance-run', json_build_object('runId', ${idOf('r')}), job_key => 'many ' || n,
      run_at => now() + interval '1 day') from ${perRun}`,
  ];
}
