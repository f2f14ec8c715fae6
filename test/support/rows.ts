import { randomBytes } from 'node:crypto';
import { newId } from '../../src/lib/id.ts';
import type { Database } from '../../src/store/database.ts';

export interface RunRows {
  accountId: number;
  projectId: number;
  runId: string;
  executions: { executionId: string; gridId: string; nodeId: string }[];
}

/** Writes a run with its grids, nodes and executions directly into the tables, for tests of dependent rows. */
export async function insertRunRows(
  database: Database,
  { grids = 1, nodesPerGrid = 1 } = {},
): Promise<RunRows> {
  const one = async <Row extends object>(text: string, values: unknown[]): Promise<Row> => {
    const [row] = await database.query<Row>(text, values);
    if (!row) throw new Error(`no row was returned by ${text}`);
    return row;
  };
  const { id: accountId } = await one<{ id: number }>(
    'insert into accounts (email) values ($1) returning id',
    ['ann@example.com'],
  );
  const { id: projectId } = await one<{ id: number }>(
    'insert into projects (account_id, name) values ($1, $2) returning id',
    [accountId, 'Default'],
  );
  const runId = newId();
  await database.query(
    `insert into runs (id, batch_id, account_id, project_id, tool, tool_requested, phase)
    values ($1, $1, $2, $3, 'jmeter', 'jmeter', 'running')`,
    [runId, accountId, projectId],
  );
  const executions: RunRows['executions'] = [];
  for (let gridIndex = 0; gridIndex < grids; gridIndex++) {
    const gridId = newId();
    await database.query(
      `insert into grids (id, batch_id, account_id, name, region, infrastructure, instance_quantity, instance_type,
        stop_after_min, status, provider, join_hash, join_sealed)
      values ($1, $2, $3, 'a grid', 'here', 'demand', $4, 'local', 60, 'started', 'local', $5, $5)`,
      [gridId, runId, accountId, nodesPerGrid, randomBytes(32)],
    );
    await database.query('insert into run_grids values ($1, $2, $3)', [runId, gridId, gridIndex]);
    for (let index = 0; index < nodesPerGrid; index++) {
      const nodeId = newId();
      const executionId = newId();
      await database.query("insert into nodes (id, grid_id, index, state) values ($1, $2, $3, 'running')", [
        nodeId,
        gridId,
        index,
      ]);
      await database.query(
        `insert into executions (id, run_id, grid_id, node_id, node_index, grid_index, state, want)
        values ($1, $2, $3, $4, $5, $6, 'running', 'run')`,
        [executionId, runId, gridId, nodeId, index, gridIndex],
      );
      executions.push({ executionId, gridId, nodeId });
    }
  }
  return { accountId, projectId, runId, executions };
}
