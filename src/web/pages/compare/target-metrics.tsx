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
  const charts = useMemo(() => {
    const found = loaded.value?.map(({ metrics }) => metrics) ?? [];
    const names = new Set(found.flatMap((metrics) => metrics.map(({ name }) => name)));
    return [...names].map((name) => ({ name, ...overlay(name, found, runs, starts) }));
  }, [loaded.value, key, starts.join()]);
  const drawn = charts.filter(({ lines }) => lines.length > 0);
  if (drawn.length === 0) return null;
  return (
    <Part
      title="Target metrics"
      aside={<span class="soft">From Prometheus, aligned at the start of each run</span>}
    >
      <div class="chart-sheet">
        {drawn.map(({ name, times, lines }, index) => (
          <TimeChart
            key={name}
            // A single line has no legend.
            title={lines.length === 1 ? `${name}, ${lines[0]?.name}` : name}
            times={times}
            lines={lines}
            range={range}
            group={group}
            format={threeDigits}
            hasTimeAxis={index === drawn.length - 1}
          />
        ))}
      </div>
    </Part>
  );
}

/** Series of all runs on the union of their times. */
function overlay(
  name: string,
  found: readonly (readonly TargetMetricResource[])[],
  runs: ComparisonResource['runs'],
  starts: readonly number[],
): { times: number[]; lines: ChartLine[] } {
  const ofRuns = found.map((metrics, index) => {
    const metric = metrics.find((each) => each.name === name);
    return { metric, times: metric ? timesOf(metric, starts[index] ?? 0) : [] };
  });
  const times = [...new Set(ofRuns.flatMap((each) => each.times))].sort((one, other) => one - other);
  const places = new Map(times.map((time, index) => [time, index]));
  const lines = ofRuns.flatMap(({ metric, times: own }, index) =>
    (metric?.series ?? []).map((series): ChartLine => {
      const values: ChartLine['values'] = Array.from({ length: times.length }, () => undefined);
      for (const [at, time] of own.entries()) values[places.get(time) ?? 0] = series.values[at] ?? null;
      const isOnly = metric?.series.length === 1;
      return {
        name: isOnly ? nameOf(runs, index) : `${nameOf(runs, index)} ${series.name}`,
        values,
        ...lineOf(index),
      };
    }),
  );
  return { times, lines };
}
