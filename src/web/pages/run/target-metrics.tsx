import { useMemo } from 'preact/hooks';
import type { ChartsResource } from '../../../contract/resources/view.ts';
import { api } from '../../app/api.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import type { ChartGroup } from '../../charts/chart-group.ts';
import type { ChartMark } from '../../charts/chart-props.ts';
import { TimeChart } from '../../charts/time-chart.tsx';
import { Part } from '../../components/part.tsx';
import { TargetMetricCharts } from './target-metric-charts.tsx';

interface TargetMetricsProps {
  runId: string;
  charts: ChartsResource;
  group: ChartGroup;
  marks: readonly ChartMark[];
  round: number;
}

/** Metrics of the target from Prometheus, aligned with the charts of the run; nothing without a source. */
export function TargetMetrics({ runId, charts, group, marks, round }: TargetMetricsProps) {
  const loaded = useLoaded((signal) => api.runs.targetMetrics(runId, { signal }), [runId, round]);
  const metrics = useMemo(() => loaded.value?.metrics ?? [], [loaded.value]);
  if (metrics.length === 0) return null;
  const { columns, step, range } = charts;
  const drawn = { fromS: range.from, toS: Math.max(range.to, (columns.time.at(-1) ?? 0) + step) };
  return (
    <Part title="Target metrics" aside={<span class="soft">From Prometheus</span>}>
      <TargetMetricCharts
        metrics={metrics}
        start={range.start}
        range={drawn}
        marks={marks}
        chart={(content) => <TimeChart key={content.title} {...content} group={group} />}
      />
    </Part>
  );
}
