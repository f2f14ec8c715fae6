import type { JSX } from 'preact';
import type { TargetMetricResource } from '../../../contract/resources/target-metrics.ts';
import type { TimeRange } from '../../charts/chart-group.ts';
import type { ChartContent, ChartLine, ChartMark } from '../../charts/chart-props.ts';
import { threeDigits } from '../../format/figures.ts';

interface TargetMetricChartsProps {
  metrics: readonly TargetMetricResource[];
  /** Zero of the time axis, in seconds since 1970. */
  start: number;
  range: TimeRange;
  marks?: readonly ChartMark[] | undefined;
  /** Draws one chart. */
  chart: (content: ChartContent) => JSX.Element;
}

/** One chart per query, on the time axis of the run. */
export function TargetMetricCharts({ metrics, start, range, marks, chart }: TargetMetricChartsProps) {
  const drawn = metrics.filter(({ series }) => series.length > 0);
  return (
    <>
      {metrics.map(
        ({ name, problem }) =>
          problem !== null && (
            <p key={name} class="soft">
              {name}: {problem}
            </p>
          ),
      )}
      {drawn.length > 0 && (
        <div class="target-metrics">
          {drawn.map((metric, index) =>
            chart({
              title: metric.name,
              ...within(timesOf(metric, start), linesOf(metric), range),
              range,
              format: threeDigits,
              hasTimeAxis: index === drawn.length - 1,
              ...(marks && { marks }),
            }),
          )}
        </div>
      )}
    </>
  );
}

/** Omits values before and after the charts of the run. */
function within(
  times: readonly number[],
  lines: readonly ChartLine[],
  { fromS, toS }: TimeRange,
): { times: number[]; lines: ChartLine[] } {
  const isInside = (_: unknown, index: number) => {
    const time = times[index] ?? 0;
    return time >= fromS && time <= toS;
  };
  return {
    times: times.filter(isInside),
    lines: lines.map((line) => ({ ...line, values: line.values.filter(isInside) })),
  };
}

/** Seconds since `start`. */
export function timesOf({ start: first, step, series }: TargetMetricResource, start: number): number[] {
  const count = Math.max(0, ...series.map(({ values }) => values.length));
  return Array.from({ length: count }, (_, index) => first + index * step - start);
}

const colours = ['--p95', '--rate', '--doubt', '--good', '--p50', '--users'];

function linesOf({ series }: TargetMetricResource): ChartLine[] {
  return series.map(({ name, values }, index) => ({
    name,
    values: [...values],
    colour: colours[index % colours.length] ?? '--p95',
    // Colours repeat with dashes.
    ...(index >= colours.length ? { dash: [6, 3] } : {}),
  }));
}
