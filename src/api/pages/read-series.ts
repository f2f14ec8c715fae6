import type { SampleKind } from '../../domain/sample-kind.ts';
import type { Report } from '../../metrics/report.ts';
import type { SeriesPoint } from '../../metrics/series.ts';
import type { Runs, RunView } from '../../runs/runs.ts';
import { type ChartRange, resolutionFor } from './charts.ts';

/** Time series of the charts, from the start of the run to its last sample. */
export async function readSeries(
  runs: Runs,
  view: RunView,
  report: Report,
  now: Date,
  times?: SampleKind,
): Promise<{ points: SeriesPoint[]; range: ChartRange }> {
  const fromS = Math.floor((view.run.startedAt ?? view.run.createdAt).getTime() / 1000);
  const isGoing = view.status !== 'finished';
  if (report.total.passed + report.total.failed === 0) return { points: [], range: { fromS, toS: fromS } };
  const endS = Math.ceil((view.run.stoppedAt ?? now).getTime() / 1000);
  const resolutionS = resolutionFor({ fromS, toS: isGoing ? endS : fromS + report.durationS });
  const all = await runs.series(view, { resolutionS, ...(times === undefined ? {} : { times }) });
  // The last interval of an active run is incomplete and would look like a drop.
  const points = isGoing ? all.slice(0, -1) : all;
  const last = points.at(-1);
  const firstS = Math.min(fromS, points[0]?.startS ?? fromS);
  const toS =
    last === undefined ? fromS : Math.min(last.startS + last.spanS, Math.max(endS, last.startS + 1));
  return { points, range: { fromS: resolutionS === 1 ? firstS : fromS, toS } };
}
