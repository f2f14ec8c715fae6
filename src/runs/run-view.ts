import type { GeneratorReport } from '../domain/generator.ts';
import { inFlightText, sumInFlight } from '../domain/in-flight.ts';
import { statusOfPhase } from '../domain/run.ts';
import { viewGrids } from '../grids/create-grids.ts';
import { archivesOfRuns } from '../store/archives.ts';
import { executionsOfRuns, worstGeneratorOf } from '../store/executions.ts';
import { gridsOfRuns } from '../store/grids.ts';
import { type RunRecord, runFiles } from '../store/runs.ts';
import { usageOfRuns } from '../store/usage.ts';
import { readEnding } from './ending.ts';
import { readFigures } from './reports.ts';
import type { RunContext } from './run-context.ts';
import type { RunView } from './runs.ts';

/** Views of runs with grids, files, archives and figures, in few queries. */
export async function viewRuns(context: RunContext, runs: RunRecord[]): Promise<RunView[]> {
  const { database } = context.grids;
  const ids = runs.map((run) => run.id);
  const [grids, files, archives, usage, executions] = await Promise.all([
    gridsOfRuns(database, ids),
    runFiles(database, ids),
    archivesOfRuns(database, ids),
    usageOfRuns(database, ids),
    // Only of open runs, for their progress: a list may have 50 runs with 1,000 nodes each.
    executionsOfRuns(
      database,
      runs.filter((run) => run.phase !== 'finished').map((run) => run.id),
    ),
  ]);
  // Runs of a list often share a grid.
  const distinctGrids = new Map([...grids.values()].flat().map((grid) => [grid.id, grid]));
  const gridViews = new Map(
    (await viewGrids(context.grids, database, [...distinctGrids.values()])).map((view) => [
      view.grid.id,
      view,
    ]),
  );
  const views: RunView[] = [];
  for (const run of runs) {
    const status = statusOfPhase(run.phase);
    const figures = await readFigures(database, run, context.settings.apdexThresholdMs);
    const generator = run.generator ?? worstGeneratorOf(executions.get(run.id) ?? []);
    views.push({
      run,
      status,
      grids: (grids.get(run.id) ?? []).flatMap((grid) => gridViews.get(grid.id) ?? []),
      files: files.get(run.id) ?? [],
      // Archives are complete only when the run is finished.
      archives:
        status === 'finished'
          ? (archives.get(run.id) ?? []).map(({ key, sizeBytes }) => ({ key, sizeBytes }))
          : [],
      figures,
      usage: usage.get(run.id) ?? { nodeMinutes: 0, cost: 0 },
      ending: await readEnding(database, run, figures?.total != null),
      ...(generator ? { generator } : {}),
      progress: status === 'finished' ? null : progressOf(run, executions.get(run.id) ?? []),
    });
  }
  return views;
}

/** Requests in flight are shown when the oldest one is older than this. */
const slowMs = 5000;

/** Progress text for users. */
export function progressOf(
  run: RunRecord,
  executions: { progress: string | null; nodeIndex: number; generator?: GeneratorReport | null }[],
): string {
  const reporting = executions.find((execution) => execution.progress !== null);
  if (reporting?.progress)
    return executions.length > 1
      ? `node ${reporting.nodeIndex + 1}: ${reporting.progress}`
      : reporting.progress;
  const waiting = sumInFlight(executions.flatMap(({ generator }) => generator?.inFlight ?? []));
  const isSlow = statusOfPhase(run.phase) === 'running' && waiting.oldestMs > slowMs;
  return [run.phase.replaceAll('_', ' '), ...(isSlow ? [inFlightText(waiting)] : [])].join(': ');
}
