import { measureRun } from '../../runs/measure-run.ts';
import type { RunView } from '../../runs/runs.ts';
import {
  type MeasuredRun,
  metricsOfRuns,
  renderMetrics,
  runMetricsType,
} from '../../telemetry/run-metrics.ts';
import type { ApiDeps } from '../deps.ts';
import type { Answer, Route } from '../route.ts';

const success = { status: 200, contentType: 'text/plain' };

export const runMetricsRoutes: Route[] = [
  {
    method: 'GET',
    path: '/runs/metrics',
    summary: 'Live figures of the running runs, at most 50, in the text format of Prometheus',
    changesState: false,
    success,
    handle: async ({ deps, actor }) => {
      const { runs } = await deps.runs.list(actor, 1, { state: 'running' });
      return answer(deps, runs);
    },
  },
  {
    method: 'GET',
    path: '/runs/:runId/metrics',
    summary: 'Live figures of a run in the text format of Prometheus',
    changesState: false,
    success,
    handle: async (exchange) => {
      const { deps, actor } = exchange;
      return answer(deps, [await deps.runs.get(actor, exchange.param('runId'))]);
    },
  },
];

async function answer({ views }: ApiDeps, found: readonly RunView[]): Promise<Answer> {
  const runs: MeasuredRun[] = [];
  for (const view of found) runs.push(await measureRun(views, view));
  return { status: 200, text: await renderMetrics(metricsOfRuns(runs)), contentType: runMetricsType };
}
