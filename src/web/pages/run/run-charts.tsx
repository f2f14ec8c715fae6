import type { Signal } from '@preact/signals';
import type { RangeInput } from '../../../contract/inputs.ts';
import type { CodeResource } from '../../../contract/resources/report.ts';
import type { ChartsResource } from '../../../contract/resources/view.ts';
import { pageLocation, setParams } from '../../app/location.ts';
import type { Loaded } from '../../app/use-loaded.ts';
import type { ChartGroup } from '../../charts/chart-group.ts';
import type { ChartMark } from '../../charts/chart-props.ts';
import { TimeChart } from '../../charts/time-chart.tsx';
import { Failed, Loading } from '../../components/states.tsx';
import { into, local } from '../../format/moments.ts';
import { ChartStack } from './chart-stack.tsx';
import { HeatMap } from './heat-map.tsx';
import { useLabelCodes } from './use-label-codes.ts';

interface RunChartsProps {
  runId: string;
  charts: Loaded<ChartsResource>;
  group: ChartGroup;
  range: RangeInput;
  label: string | undefined;
  /** Response codes of all labels in the range. */
  codes: readonly CodeResource[] | undefined;
  round: number;
  marks: readonly ChartMark[];
}

/** The charts of the run, with the heat map behind a tab. */
export function RunCharts({ runId, charts, group, range, label, codes, round, marks }: RunChartsProps) {
  const isHeat = pageLocation.value.params.get('times') === 'heat';
  const codesOfLabel = useLabelCodes(runId, range, label, round);
  if (!charts.value) {
    if (charts.error) return <Failed error={charts.error} retry={charts.reload} />;
    return <Loading what="charts" lines={4} />;
  }
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
        <Hint cursor={group.cursor} start={charts.value.range.start} step={charts.value.step} />
      </header>
      <ChartStack
        charts={charts.value}
        times={range.times}
        codes={label === undefined ? codes : codesOfLabel}
        marks={marks}
        chart={(content) => <TimeChart {...content} group={group} />}
        heatMap={
          isHeat
            ? (drawn) => (
                <HeatMap
                  runId={runId}
                  range={range}
                  label={label}
                  round={round}
                  group={group}
                  drawn={drawn}
                />
              )
            : undefined
        }
      />
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
