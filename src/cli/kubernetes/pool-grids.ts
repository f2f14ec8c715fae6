import type { Client } from '../../contract/client.ts';
import type { GridResource } from '../../contract/resources/grid.ts';
import { listRuns } from '../service/list-runs.ts';

/** A group of identical nodes. */
export interface NodePool {
  /** Region of its grid. */
  name: string;
  nodes: number;
  /** Nodes of another revision do not join its grid. */
  revision: string;
}

/** Prefix of the instance type of node pool grids; other hosted grids are not changed. */
const kind = 'kubernetes';
const stopAfterMin = 2880;
/** A grid that stops sooner is replaced when no run is open. */
const renewBeforeMs = 24 * 3_600_000;

/**
 * Returns an open grid for each pool, in their order. Creates missing grids, and stops those of other pools, of another size or revision, and those that
 * stop within a day while no run is open.
 */
export async function ensurePoolGrids(
  client: Client,
  pools: readonly NodePool[],
  nowMs: number,
  signal: AbortSignal,
): Promise<GridResource[]> {
  const open = (await client.grids.list({ signal }))._embedded.grids.filter(
    (grid) => grid.infrastructure === 'hosted' && grid.instance_type.startsWith(kind),
  );
  const kept = new Set<GridResource>();
  for (const pool of pools) {
    const grid = open.find((each) => isOf(pool, each));
    if (grid && (!isNearEnd(grid, nowMs) || (await hasOpenRuns(client, grid)))) kept.add(grid);
  }
  for (const grid of open) if (!kept.has(grid)) await client.grids.terminate(grid.uuid, { signal });
  const grids: GridResource[] = [];
  for (const pool of pools) {
    const grid = [...kept].find((each) => each.region === pool.name);
    grids.push(grid ?? (await createGrid(client, pool, signal)));
  }
  return grids;
}

function isOf(pool: NodePool, grid: GridResource): boolean {
  return (
    grid.region === pool.name &&
    grid.instance_quantity === pool.nodes &&
    grid.instance_type === instanceTypeOf(pool)
  );
}

function instanceTypeOf({ revision }: NodePool): string {
  return revision === '' ? kind : `${kind}-${revision}`;
}

function isNearEnd({ stops_at }: GridResource, nowMs: number): boolean {
  return stops_at !== null && Date.parse(stops_at) - nowMs < renewBeforeMs;
}

/** Whether any run that is not older than the grid is open. Older runs cannot use the grid. */
async function hasOpenRuns(client: Client, grid: GridResource): Promise<boolean> {
  for await (const run of listRuns(client)) {
    if (run.status !== 'finished') return true;
    if (Date.parse(run.created) < Date.parse(grid.created)) return false;
  }
  return false;
}

function createGrid(client: Client, pool: NodePool, signal: AbortSignal): Promise<GridResource> {
  const grid = {
    region: pool.name,
    infrastructure: 'hosted' as const,
    instance_quantity: pool.nodes,
    instance_type: instanceTypeOf(pool),
    stop_after: stopAfterMin,
  };
  return client.grids.create(grid, { signal });
}
