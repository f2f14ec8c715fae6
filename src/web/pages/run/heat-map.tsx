import { useMemo } from 'preact/hooks';
import type uPlot from 'uplot';
import type { RangeInput } from '../../../contract/inputs.ts';
import type { HeatmapResource } from '../../../contract/resources/view.ts';
import { api } from '../../app/api.ts';
import { session } from '../../app/session.ts';
import { colour } from '../../app/theme.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import type { ChartGroup, TimeRange } from '../../charts/chart-group.ts';
import type { ChartLine } from '../../charts/chart-props.ts';
import { heatStep, ramp } from '../../charts/heat-colours.ts';
import { TimeChart } from '../../charts/time-chart.tsx';
import { Failed, Loading } from '../../components/states.tsx';
import { time, whole } from '../../format/figures.ts';
import { heatAt, heatWords } from './heat-words.ts';

const steps = 48;
const noLines: ChartLine[] = [];
const stops = ['--heat-0', '--heat-1', '--heat-2', '--heat-3', '--heat-4'];

interface HeatMapProps {
  runId: string;
  range: RangeInput;
  label: string | undefined;
  round: number;
  group: ChartGroup;
  drawn: TimeRange;
}

/** Heat map of response times over time; darker means more samples. */
export function HeatMap({ runId, range, label, round, group, drawn }: HeatMapProps) {
  const heat = useLoaded(
    (signal) => api.runs.heatmap(runId, { ...range, ...(label === undefined ? {} : { label }) }, { signal }),
    [runId, range.from, range.to, range.times, label, round, session.value.status],
  );
  const map = heat.value;
  const draw = useMemo(() => (map ? (plot: uPlot) => drawCells(plot, map) : undefined), [map]);
  const words = useMemo(
    () => map && { all: heatWords(map), at: (index: number, moment: number) => heatAt(map, index, moment) },
    [map],
  );
  if (!map || !draw || !words) {
    if (heat.error) return <Failed error={heat.error} retry={heat.reload} />;
    return <Loading what="heat map" lines={2} />;
  }
  const [min, max] = [map.bounds[0] ?? 1, map.bounds.at(-1) ?? 10];
  return (
    <>
      <TimeChart
        title={`Response time${range.times === undefined ? '' : ` of ${range.times} samples`}, logarithmic`}
        group={group}
        times={map.time}
        lines={noLines}
        range={drawn}
        format={time}
        height={240}
        draw={draw}
        words={words}
        scale={{ min, max, isLogarithmic: true }}
      />
      <p class="heat-key soft">
        1 sample <i /> {whole(map.max)} samples
      </p>
    </>
  );
}

function drawCells(plot: uPlot, { time: times, counts, bounds, step, max }: HeatmapResource): void {
  const colours = ramp(stops.map(colour), steps);
  const { ctx, bbox } = plot;
  const edges = bounds.map((bound) => Math.round(plot.valToPos(bound, 'y', true)));
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  for (const [index, at] of times.entries()) {
    const left = Math.round(plot.valToPos(at, 'x', true));
    const right = Math.round(plot.valToPos(at + step, 'x', true));
    for (const [row, count] of (counts[index] ?? []).entries()) {
      if (count === 0) continue;
      const [bottom = 0, top = 0] = [edges[row], edges[row + 1]];
      ctx.fillStyle = colours[heatStep(count, max, steps)] ?? '';
      ctx.fillRect(left, top, Math.max(1, right - left), Math.max(1, bottom - top));
    }
  }
  ctx.restore();
}
