import type { ExecutionSpec } from '../domain/execution.ts';
import { runDeadline } from '../domain/run-deadline.ts';
import { settingsOf, withoutServiceSettings } from '../domain/run-settings.ts';
import type { SecretParameter } from '../domain/secret.ts';
import type { DesiredExecution } from '../protocol/messages.ts';
import type { Queryable } from '../store/database.ts';
import { type ExecutionRecord, executionsOfNode } from '../store/executions.ts';
import { findGrid } from '../store/grids.ts';
import { countNodesOfRun, findNode } from '../store/nodes.ts';
import { findRunEvenDeleted, type RunRecord, runFiles } from '../store/runs.ts';
import type { RunContext } from './run-context.ts';
import { openSecrets } from './secrets.ts';

type SpecContext = Pick<RunContext, 'settings' | 'limits'> & {
  files: Pick<RunContext['files'], 'direct'>;
  grids: Pick<RunContext['grids'], 'sealer' | 'log'>;
};

/** Added to the deadline on the node, so that a reachable service stops the run first. */
const nodeWaitsS = 10;

/** Complete desired state of one node. `alsoIds` are executions it still holds, which may be answered with `forget`. */
export async function desiredOfNode(
  db: Queryable,
  context: SpecContext,
  nodeId: string,
  alsoIds: string[],
): Promise<DesiredExecution[]> {
  const desired: DesiredExecution[] = [];
  const executions = await executionsOfNode(db, nodeId, alsoIds);
  for (const execution of executions) {
    const run = await findRunEvenDeleted(db, execution.runId);
    if (!run) continue;
    const secrets = secretsFor(context, run);
    if (secrets === undefined) continue;
    desired.push({
      spec: { ...(await specOf(db, context, run, execution)), ...(secrets.length > 0 && { secrets }) },
      want: execution.want,
      startAtMs: run.startAt?.getTime() ?? null,
      ...(run.liveControl && { control: run.liveControl }),
    });
  }
  return desired;
}

/**
 * Undefined when they cannot be decrypted: the node then gets no execution, so that the run cannot start without them
 * and ends.
 */
function secretsFor({ grids }: SpecContext, run: RunRecord): SecretParameter[] | undefined {
  try {
    return openSecrets(grids.sealer, run);
  } catch (error) {
    grids.log.error({ err: error, runId: run.id }, 'run.secrets.unreadable');
    return undefined;
  }
}

async function specOf(
  db: Queryable,
  { settings, limits, files: storage }: SpecContext,
  run: RunRecord,
  execution: ExecutionRecord,
): Promise<ExecutionSpec> {
  const grid = await findGrid(db, execution.gridId);
  const node = await findNode(db, execution.nodeId);
  const files = (await runFiles(db, [run.id])).get(run.id) ?? [];
  const deadline = runDeadline({ ...limits, startedAtMs: 0, durationS: run.durationS });
  return {
    executionId: execution.id,
    runId: run.id,
    gridId: execution.gridId,
    tool: run.tool,
    ...(run.engine === null ? {} : { engine: run.engine }),
    ...withoutServiceSettings(settingsOf(run)),
    files: files.map(({ id, name, sizeBytes, sha256 }) => ({ id, name, sizeBytes, sha256 })),
    ...(storage.direct && { hasDirectStorage: true }),
    nodeIndex: execution.nodeIndex,
    gridIndex: execution.gridIndex,
    nodeCount: await countNodesOfRun(db, run.id),
    ...(execution.part && { part: execution.part }),
    region: grid?.region ?? '',
    numbers: {
      account: run.accountId,
      project: run.project.id,
      run: run.number,
      grid: grid?.number ?? 0,
      node: node?.number ?? 0,
    },
    maxResultsInArchiveBytes: settings.maxResultsInArchiveBytes,
    stopGraceS: settings.stopGraceS,
    ...(deadline === null ? {} : { stopAfterS: deadline.stopAtMs / 1000 + nodeWaitsS }),
  };
}
