import type { LabelFigures } from '../../metrics/report.ts';
import type { RunView } from '../../runs/runs.ts';
import {
  type MeasuredRun,
  type MeasuredSamples,
  renderRunMetrics,
  runMetricsType,
} from '../../telemetry/run-metrics.ts';
import type { ApiDeps } from '../deps.ts';
import type { Answer, Route } from '../route.ts';

const maxLabels = 100;
const success = { status: 200, contentType: 'text/plain' };

export const runMetricsRoutes: Route[] = [
  {
    method: 'GET',
    path: '/runs/metrics',
    summary: 'Live figures of the running runs, at most 50, in the text format of Prometheus',
    changesState: false,
    success,
    handle: async ({ deps, actor }) =>
      answer(deps, (await deps.runs.list(actor, 1, { state: 'running' })).runs),
  },
  {
    method: 'GET',
    path: '/runs/:runId/metrics',
    summary: 'Live figures of a run in the text format of Prometheus',
    changesState: false,
    success,
    handle: async (exchange) => {
      const { deps, actor } = exchange;
      const view = await deps.runs.get(actor, exchange.param('runId'));
      return answer(deps, [view]);
    },
  },
];

async function answer(deps: ApiDeps, views: readonly RunView[]): Promise<Answer> {
  const runs: MeasuredRun[] = [];
  for (const view of views) runs.push(await measure(deps, view));
  return { status: 200, text: await renderRunMetrics(runs), contentType: runMetricsType };
}

async function measure({ views }: ApiDeps, view: RunView): Promise<MeasuredRun> {
  const { run, status } = view;
  const { whole, recent } = await views.page(view, {});
  const { labels } = await views.labels(view, {
    sort: 'samples',
    isDescending: true,
    page: 1,
    pageSize: maxLabels,
    maxSparks: 0,
  });
  return {
    id: run.id,
    name: run.name,
    project: run.project.name,
    test: run.test?.name ?? null,
    tool: run.tool,
    isActive: status !== 'finished',
    users: recent?.users ?? 0,
    total: samplesOf(whole.total),
    labels: labels.map(({ figures }) => ({ label: figures.label, ...samplesOf(figures) })),
  };
}

function samplesOf({ passed, failed, bytesIn, bytesOut, times }: LabelFigures): MeasuredSamples {
  return { passed, failed, bytesIn, bytesOut, times: times.passed };
}
