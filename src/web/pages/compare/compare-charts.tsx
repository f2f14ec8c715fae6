import { useMemo } from 'preact/hooks';
import type { RangeInput } from '../../../contract/inputs.ts';
import type { ComparisonResource } from '../../../contract/resources/comparison.ts';
import type { ChartColumns, ChartsResource } from '../../../contract/resources/view.ts';
import { api } from '../../app/api.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import type { ChartGroup } from '../../charts/chart-group.ts';
import type { ChartLine } from '../../charts/chart-props.ts';
import { TimeChart } from '../../charts/time-chart.tsx';
import { Part } from '../../components/part.tsx';
import { Failed, Loading } from '../../components/states.tsx';
import { rate, time } from '../../format/figures.ts';
import { codeClasses } from '../run/code-lines.ts';
import { wholeSeconds } from '../run/whole-seconds.ts';
import { alignColumns } from './align-columns.ts';
import { CompareCodes } from './compare-codes.tsx';
import { nameOf } from './compared-runs.tsx';
import { lineOf } from './run-line.ts';
import { CompareTargetMetrics } from './target-metrics.tsx';

interface CompareChartsProps {
  runs: ComparisonResource['runs'];
  range: RangeInput;
  group: ChartGroup;
  round: number;
}

/** Omits the rates of a partial last second. */
function withWholeRates({ columns, step, range }: ChartsResource): ChartColumns {
  if (!range.is_whole) return columns;
  const rates = ['throughput', 'failures', ...codeClasses.map(({ column }) => column)] as const;
  const whole = rates.map((name) => [name, wholeSeconds(columns[name], step)]);
  return { ...columns, ...Object.fromEntries(whole) };
}

/** Overlay charts of the runs, aligned at the start of each. */
export function CompareCharts({ runs, range, group, round }: CompareChartsProps) {
  const key = runs.map(({ uuid }) => uuid).join(',');
  const charts = useLoaded(
    async (signal) =>
      new Map(
        await Promise.all(
          runs.map(async ({ uuid }) => [uuid, await api.runs.charts(uuid, range, { signal })] as const),
        ),
      ),
    [key, range.from, range.to, range.times, round],
  );
  const drawn = useMemo(() => {
    // Looked up by id: after reordering or removing runs, data must not appear under another run's name.
    const found = runs.flatMap(({ uuid }) => charts.value?.get(uuid) ?? []);
    if (found.length !== runs.length) return undefined;
    const { times, values } = alignColumns(found.map(withWholeRates));
    const lines = (of: Parameters<typeof values>[0]): ChartLine[] =>
      values(of).map((each, index) => ({
        name: nameOf(runs, index),
        values: each,
        ...lineOf(index),
      }));
    const ends = found.map(({ range: part, columns, step }) =>
      Math.max(part.to, (columns.time.at(-1) ?? 0) + step),
    );
    return {
      starts: found.map(({ range: part }) => part.start),
      times,
      lines,
      p95: lines('p95'),
      throughput: lines('throughput'),
      failures: lines('failures'),
      range: { fromS: Math.min(...found.map(({ range: part }) => part.from)), toS: Math.max(...ends) },
    };
  }, [charts.value, key]);
  if (charts.error) return <Failed error={charts.error} retry={charts.reload} />;
  if (!drawn) return <Loading what="charts" lines={3} />;
  const shared = { group, times: drawn.times, range: drawn.range };
  return (
    <>
      <Part
        title="Over time"
        aside={<span class="soft">Aligned at the start of each run. Drag to select a range.</span>}
      >
        <div class="chart-sheet">
          <TimeChart
            {...shared}
            title={`p95${range.times === undefined ? '' : ` of ${range.times} samples`}`}
            lines={drawn.p95}
            format={time}
            height={176}
          />
          <TimeChart {...shared} title="Throughput" lines={drawn.throughput} format={rate} />
          <TimeChart
            {...shared}
            title="Errors"
            lines={drawn.failures}
            format={rate}
            height={124}
            hasTimeAxis
          />
        </div>
      </Part>
      <CompareCodes runs={runs} {...shared} lines={drawn.lines} />
      <CompareTargetMetrics runs={runs} starts={drawn.starts} range={drawn.range} group={group} />
    </>
  );
}
