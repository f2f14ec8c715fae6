import type { ComponentChildren, JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { CodeResource, Times } from '../../../contract/resources/report.ts';
import type { ChartsResource } from '../../../contract/resources/view.ts';
import type { TimeRange } from '../../charts/chart-group.ts';
import type { ChartContent, ChartLine, ChartMark } from '../../charts/chart-props.ts';
import { bytes, rate as rateText, threeDigits, time } from '../../format/figures.ts';
import { codeLines } from './code-lines.ts';
import { wholeSeconds } from './whole-seconds.ts';

interface ChartStackProps {
  charts: ChartsResource;
  /** Samples for response times; undefined: passed. */
  times: Times | undefined;
  /** Response codes of the samples in the charts; undefined if not loaded. */
  codes?: readonly CodeResource[] | undefined;
  /** Draws one chart. */
  chart: (content: ChartContent) => JSX.Element;
  marks?: readonly ChartMark[] | undefined;
  /** Shown instead of the percentiles. */
  heatMap?: ((drawn: TimeRange) => ComponentChildren) | undefined;
}

/** Response time, throughput, response codes, errors, phases, virtual users and bytes on one time axis. */
export function ChartStack({ charts, times, codes, chart, heatMap, marks }: ChartStackProps) {
  const { columns, step, range } = charts;
  const lines = useMemo(
    () => linesOf(columns, range.is_whole ? step : undefined),
    [columns, step, range.is_whole],
  );
  const codesShown = codeLines(columns, codes, range.is_whole ? step : undefined);
  const drawn = { fromS: range.from, toS: Math.max(range.to, (columns.time.at(-1) ?? 0) + step) };
  const shared = { times: columns.time, range: drawn, ...(marks && { marks }) };
  return (
    <div class="sheet">
      {heatMap
        ? heatMap(drawn)
        : chart({
            ...shared,
            title: `Response time${times === undefined ? '' : ` of ${times} samples`}`,
            lines: lines.times,
            format: time,
            height: 176,
          })}
      {chart({ ...shared, title: 'Throughput', lines: lines.rate, format: rateText })}
      {codesShown.length > 0 &&
        chart({
          ...shared,
          title: codesShown.some(({ detail }) => detail)
            ? 'Response codes'
            : titleOf('Response codes', ': ', codesShown),
          lines: codesShown,
          format: rateText,
          height: 124,
        })}
      {lines.errors.length > 0 &&
        chart({
          ...shared,
          title: titleOf('Errors by code', ': ', lines.errors),
          lines: lines.errors,
          format: rateText,
          height: 124,
        })}
      {lines.phases.length > 0 &&
        chart({
          ...shared,
          title: titleOf('Mean time to', ' ', lines.phases),
          lines: lines.phases,
          format: time,
          height: 124,
        })}
      {chart({
        ...shared,
        title: 'Virtual users',
        lines: lines.users,
        format: threeDigits,
        height: 104,
        isCount: true,
      })}
      {chart({
        ...shared,
        title: 'Bytes',
        lines: lines.bytes,
        format: (value) => `${bytes(value)}/s`,
        height: 124,
        hasTimeAxis: true,
      })}
    </div>
  );
}

/** A chart with one line has no legend, so its title names the line. */
function titleOf(title: string, separator: string, lines: readonly ChartLine[]): string {
  return lines.length === 1 ? `${title}${separator}${lines[0]?.name}` : title;
}

function linesOf(
  columns: ChartsResource['columns'],
  step: number | undefined,
): Record<'times' | 'rate' | 'errors' | 'users' | 'phases' | 'bytes', ChartLine[]> {
  const rate = (values: ChartLine['values']) => wholeSeconds(values, step);
  return {
    times: [
      { name: 'p50', values: columns.p50, colour: '--p50' },
      { name: 'p90', values: columns.p90, colour: '--p90', fill: 'band' },
      { name: 'p95', values: columns.p95, colour: '--p95', fill: 'band' },
      { name: 'p99', values: columns.p99, colour: '--p99', fill: 'band' },
    ],
    rate: [
      { name: 'samples', values: rate(columns.throughput), colour: '--rate', fill: 'zero', isStepped: true },
      { name: 'failed', values: rate(columns.failures), colour: '--bad', fill: 'zero', isStepped: true },
    ],
    errors: [
      { name: '5xx', values: rate(columns.failures_5xx), colour: '--bad', isStepped: true },
      { name: '4xx', values: rate(columns.failures_4xx), colour: '--doubt', isStepped: true },
      { name: 'failed checks', values: rate(columns.failures_of_checks), colour: '--p95', isStepped: true },
      { name: 'other', values: rate(columns.failures_other), colour: '--users', isStepped: true },
    ].filter(({ values }) => values.some((value) => value)),
    phases: [
      { name: 'connect', values: columns.connect, colour: '--p50' },
      { name: 'first byte', values: columns.first_byte, colour: '--p95' },
    ].filter(({ values }) => values.some((value) => value)),
    users: [
      { name: 'virtual users', values: columns.users, colour: '--users', dash: [5, 4], isStepped: true },
    ],
    bytes: [
      { name: 'received', values: rate(columns.bytes_in), colour: '--p95' },
      { name: 'sent', values: rate(columns.bytes_out), colour: '--p50' },
    ],
  };
}
