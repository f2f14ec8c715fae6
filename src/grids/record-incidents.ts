import { advanceRunJob } from '../domain/jobs.ts';
import { markNodeLost } from '../nodes/registry.ts';
import type { Queryable } from '../store/database.ts';
import { giveUpExecutionsOfNode, openRunIdsOfNode } from '../store/executions.ts';
import type { GridRecord } from '../store/grids.ts';
import { addJob } from '../store/jobs.ts';
import type { NodeRecord } from '../store/nodes.ts';
import { addRemoteErrors } from '../store/runs.ts';
import { shortGridName } from './grid-name.ts';
import type { Incident } from './provider.ts';

/**
 * Adds what happened to machines to the errors of the runs on them. The node of a machine that has gone is lost at once,
 * so that its runs do not wait for it and another machine can join in its place. Idempotent.
 */
export async function recordIncidents(
  tx: Queryable,
  grid: GridRecord,
  nodes: readonly NodeRecord[],
  incidents: readonly Incident[],
): Promise<void> {
  for (const { index, sentence, isGone, at } of incidents) {
    const node = nodes.find((candidate) => candidate.index === index);
    if (!node) continue;
    const where = `Node ${index + 1} of grid ${shortGridName(grid.name)}`;
    for (const runId of await openRunIdsOfNode(tx, node.id, at)) {
      await addRemoteErrors(tx, runId, [`${where}: ${sentence}`]);
      await addJob(tx, advanceRunJob, { runId });
    }
    if (!isGone) continue;
    await giveUpExecutionsOfNode(tx, node.id);
    if (node.state === 'running') await markNodeLost(tx, node.id);
  }
}
