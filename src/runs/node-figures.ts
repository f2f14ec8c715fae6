import { finalExecutionStates } from '../domain/execution.ts';
import { originOf } from '../domain/grid-place.ts';
import { isOverloaded } from '../domain/overload.ts';
import type { GridContext } from '../grids/grid-context.ts';
import type { TimeRange } from '../metrics/cover.ts';
import { isSilent } from '../nodes/liveness.ts';
import { type ExecutionRecord, executionsOfRun } from '../store/executions.ts';
import { samplesByExecution } from '../store/frames.ts';
import { vitalsOfRun } from '../store/vitals.ts';
import type { NodeFigures } from './run-views.ts';
import type { RunView } from './runs.ts';

const maxNodes = 1000;
/** Maximum number of frames read to count samples per node. */
const maxFrames = 500_000;

/** Utilization, clock offset and sample count of each node. */
export async function readNodeFigures(
  {
    database: db,
    heartbeats,
    limits,
    clock,
  }: Pick<GridContext, 'database' | 'heartbeats' | 'limits' | 'clock'>,
  view: RunView,
  range: TimeRange | undefined,
): Promise<{ nodes: NodeFigures[]; count: number }> {
  const executions = await executionsOfRun(db, view.run.id);
  const [wholeVitals, rangeVitals, samples] = await Promise.all([
    vitalsOfRun(db, view.run.id, undefined),
    range && vitalsOfRun(db, view.run.id, range),
    samplesByExecution(db, view.run.id, range, maxFrames),
  ]);
  const nowMs = clock.nowMs();
  const grids = new Map(view.grids.map(({ grid, nodes }) => [grid.id, { grid, nodes }]));
  const nodes = executions.slice(0, maxNodes).map((execution): NodeFigures => {
    const { grid, nodes: members } = grids.get(execution.gridId) ?? {};
    const node = members?.find((each) => each.id === execution.nodeId);
    const vitals = wholeVitals.get(execution.id);
    const whole = range === undefined ? execution.outcome?.samplesFramed : undefined;
    return {
      gridId: execution.gridId,
      gridName: grid?.name ?? '',
      region: grid?.region ?? '',
      origin: grid ? originOf(grid) : '',
      nodeIndex: execution.nodeIndex,
      hostname: node?.info?.hostname ?? null,
      cores: node?.info?.cores ?? null,
      sandbox: node?.info?.sandbox ?? null,
      sandboxNotes: node?.info?.sandboxNotes ?? [],
      memoryBytes: node?.info?.memoryBytes ?? null,
      state: execution.state,
      health: node?.state ?? 'ended',
      progress: execution.progress,
      lostAt:
        execution.lostAt ??
        (isWorking(execution) && node && isSilent({ heartbeats, limits }, node, nowMs)
          ? node.lastSeenAt
          : null),
      samples: whole ?? (samples ? (samples.get(execution.id) ?? 0) : null),
      vitals: (rangeVitals ?? wholeVitals).get(execution.id) ?? null,
      isOverloaded: vitals !== undefined && isOverloaded(vitals),
      wholeClockOffsetMs: vitals?.clockOffsetMs ?? null,
    };
  });
  return { nodes, count: executions.length };
}

function isWorking({ state }: ExecutionRecord): boolean {
  return !finalExecutionStates.includes(state);
}
