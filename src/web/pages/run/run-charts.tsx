import type { Signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { RangeInput } from '../../../contract/inputs.ts';
import type { ChartsResource } from '../../../contract/resources/view.ts';
import { pageLocation, setParams } from '../../app/location.ts';
import type { Loaded } from '../../app/use-loaded.ts';
import type { ChartGroup } from '../../charts/chart-group.ts';
import type { ChartLine } from '../../charts/chart-props.ts';
import { TimeChart } from '../../charts/time-chart.tsx';
import { Failed, Loading } from '../../components/states.tsx';
import { bytes, rate, threeDigits, time } from '../../format/figures.ts';
import { into, local } from '../../format/moments.ts';
import { HeatMap } from './heat-map.tsx';

interface RunChartsProps {
  runId: string;
  charts: Loaded<ChartsResource>;
  group: ChartGroup;
  range: RangeInput;
  label: string | undefined;
  round: number;
}

/** Response time, throughput, virtual users and bytes on one time axis. */
export function RunCharts({ runId, charts, group, range, label, round }: RunChartsProps) {
  const isHeat = pageLocation.value.params.get('times') === 'heat';
  const columns = charts.value?.columns;
  const lines = useMemo(() => (columns ? linesOf(columns) : undefined), [columns]);
  if (!charts.value || !columns || !lines) {
    if (charts.error) return <Failed error={charts.error} retry={charts.reload} />;
    return <Loading what="charts" lines={4} />;
  }
  const { step } = charts.value;
  const drawn = {
    fromS: charts.value.range.from,
    toS: Math.max(charts.value.range.to, (columns.time.at(-1) ?? 0) + step),
  };
  const shared = { group, times: columns.time, range: drawn };
  const timesTitle = `Response time${range.times === undefined ? '' : ` of ${range.times} samples`}`;
  const tab = (name: string, value: string | undefined, isOn: boolean) => (
    <button type="button" aria-pressed={isOn} onClick={() => setParams({ times: value })}>
      {name}
    </button>
  );
  return (
    <section class="part charts" aria-label="Charts">
      <header>
        <h2>Over time</h2>
        <fieldset class="tabs">
          <legend class="hidden">Response times as</legend>
          {tab('Percentiles', undefined, !isHeat)}
          {tab('Heat map', 'heat', isHeat)}
        </fieldset>
        <Hint cursor={group.cursor} start={charts.value.range.start} step={step} />
      </header>
      <div class="sheet">
        {isHeat ? (
          <HeatMap runId={runId} range={range} label={label} round={round} group={group} drawn={drawn} />
        ) : (
          <TimeChart {...shared} title={timesTitle} lines={lines.times} format={time} height={176} />
        )}
        <TimeChart {...shared} title="Throughput" lines={lines.rate} format={rate} />
        <TimeChart
          {...shared}
          title="Virtual users"
          lines={lines.users}
          format={threeDigits}
          height={104}
          isCount
        />
        <TimeChart
          {...shared}
          title="Bytes"
          lines={lines.bytes}
          format={(value) => `${bytes(value)}/s`}
          height={124}
          hasTimeAxis
        />
      </div>
    </section>
  );
}

/** Time under the cursor, for all charts. */
function Hint({ cursor, start, step }: { cursor: Signal<number | null>; start: number; step: number }) {
  const at = cursor.value;
  if (at !== null)
    return (
      <p class="hint">
        <b>{into(at)}</b> <span class="soft">{local(new Date((start + at) * 1000))}</span>
      </p>
    );
  const interval = step < 60 ? `${step} s` : `${step / 60} min`;
  return <p class="soft hint">Interval: {interval}. Drag to select a range.</p>;
}

function linesOf(
  columns: ChartsResource['columns'],
): Record<'times' | 'rate' | 'users' | 'bytes', ChartLine[]> {
  return {
    times: [
      { name: 'p50', values: columns.p50, colour: '--p50' },
      { name: 'p90', values: columns.p90, colour: '--p90', fill: 'band' },
      { name: 'p95', values: columns.p95, colour: '--p95', fill: 'band' },
      { name: 'p99', values: columns.p99, colour: '--p99', fill: 'band' },
    ],
    rate: [
      { name: 'samples', values: columns.throughput, colour: '--rate', fill: 'zero', isStepped: true },
      { name: 'failed', values: columns.failures, colour: '--bad', fill: 'zero', isStepped: true },
    ],
    users: [
      { name: 'virtual users', values: columns.users, colour: '--users', dash: [5, 4], isStepped: true },
    ],
    bytes: [
      { name: 'received', values: columns.bytes_in, colour: '--p95' },
      { name: 'sent', values: columns.bytes_out, colour: '--p50' },
    ],
  };
}
