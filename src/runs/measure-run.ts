import type { LabelFigures } from '../metrics/report.ts';
import type { MeasuredRun, MeasuredSamples } from '../telemetry/run-metrics.ts';
import type { RunViews } from './run-views.ts';
import type { RunView } from './runs.ts';

const maxLabels = 100;

/** Live figures of a run, for monitoring. */
export async function measureRun(views: RunViews, view: RunView): Promise<MeasuredRun> {
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
    startedAt: run.startedAt,
    users: recent?.users ?? 0,
    total: samplesOf(whole.total),
    labels: labels.map(({ figures }) => ({ label: figures.label, ...samplesOf(figures) })),
  };
}

function samplesOf({ passed, failed, bytesIn, bytesOut, times }: LabelFigures): MeasuredSamples {
  return { passed, failed, bytesIn, bytesOut, times: times.passed };
}
