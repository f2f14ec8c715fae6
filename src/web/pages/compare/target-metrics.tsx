import { useMemo } from 'preact/hooks';
import type { ComparisonResource } from '../../../contract/resources/comparison.ts';
import type { TargetMetricResource } from '../../../contract/resources/target-metrics.ts';
import { api } from '../../app/api.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import type { ChartGroup, TimeRange } from '../../charts/chart-group.ts';
import type { ChartLine } from '../../charts/chart-props.ts';
import { TimeChart } from '../../charts/time-chart.tsx';
import { Part } from '../../components/part.tsx';
import { threeDigits } from '../../format/figures.ts';
import { timesOf } from '../run/target-metric-charts.tsx';
import { nameOf } from './compared-runs.tsx';
import { lineOf } from './run-line.ts';

interface CompareTargetMetricsProps {
  runs: ComparisonResource['runs'];
  /** Zero of the time axis of each run, in seconds since 1970. */
  starts: readonly number[];
  range: TimeRange;
  group: ChartGroup;
}

/** Metrics of the targets from Prometheus by name, aligned at the start of each run. */
export function CompareTargetMetrics({ runs, starts, range, group }: CompareTargetMetricsProps) {
  const key = runs.map(({ uuid }) => uuid).join(',');
  const loaded = useLoaded(
    (signal) => Promise.all(runs.map(({ uuid }) => api.runs.targetMetrics(uuid, { signal }))),
    [key],
  );
  const charts = useMemo(
    () => overlays(loaded.value?.map(({ metrics }) => metrics) ?? [], runs, starts),
    [loaded.value, key, starts.join()],
  );
  if (charts.length === 0) return null;
  return (
    <Part
      title="Target metrics"
      aside={<span class="soft">From Prometheus, aligned at the start of each run</span>}
    >
      <div class="chart-sheet">
        {charts.map(({ title, times, lines }, index) => (
          <TimeChart
            key={title}
            // A single line has no legend.
            title={lines.length === 1 ? `${title}, ${lines[0]?.name}` : title}
            times={times}
            lines={lines}
            range={range}
            group={group}
            format={threeDigits}
            hasTimeAxis={index === charts.length - 1}
          />
        ))}
      </div>
    </Part>
  );
}

type MetricsOfRuns = readonly (readonly TargetMetricResource[])[];

/** One chart per query and series, with a line per run. */
function overlays(
  found: MetricsOfRuns,
  runs: ComparisonResource['runs'],
  starts: readonly number[],
): { title: string; times: number[]; lines: ChartLine[] }[] {
  const names = new Set(found.flatMap((metrics) => metrics.map(({ name }) => name)));
  return [...names].flatMap((name) => {
    const ofRuns = found.map((metrics) => metrics.find((each) => each.name === name));
    const all = ofRuns.map((metric) => metric?.series ?? []);
    // A single series of each run is the same, whatever its labels are.
    if (all.every((series) => series.length <= 1)) {
      const only = ofRuns.map((metric) => metric?.series[0]);
      return all.some((series) => series.length > 0)
        ? [{ title: name, ...overlay(ofRuns, only, runs, starts) }]
        : [];
    }
    return [...new Set(all.flat().map((series) => series.name))].map((series) => ({
      title: `${name} ${series}`,
      ...overlay(
        ofRuns,
        all.map((each) => each.find((one) => one.name === series)),
        runs,
        starts,
      ),
    }));
  });
}

/** One series of each run on the union of their times. */
function overlay(
  metrics: readonly (TargetMetricResource | undefined)[],
  series: readonly (TargetMetricResource['series'][number] | undefined)[],
  runs: ComparisonResource['runs'],
  starts: readonly number[],
): { times: number[]; lines: ChartLine[] } {
  const ofRuns = metrics.map((metric, index) => (metric ? timesOf(metric, starts[index] ?? 0) : []));
  const times = [...new Set(ofRuns.flat())].sort((one, other) => one - other);
  const places = new Map(times.map((time, index) => [time, index]));
  const lines = series.flatMap((one, index): ChartLine[] => {
    if (one === undefined) return [];
    const values: ChartLine['values'] = Array.from({ length: times.length }, () => undefined);
    for (const [at, time] of (ofRuns[index] ?? []).entries())
      values[places.get(time) ?? 0] = one.values[at] ?? null;
    return [{ name: nameOf(runs, index), values, ...lineOf(index) }];
  });
  return { times, lines };
}
