import uPlot from 'uplot';
import { colour } from '../app/theme.ts';
import { into } from '../format/moments.ts';
import type { ChartLine, TimeChartProps } from './chart-props.ts';
import { drawMarks } from './draw-marks.ts';
import { selectByTouch } from './select-by-touch.ts';
import { stepOf } from './static-paths.ts';
import { niceTop, timeTicks } from './time-ticks.ts';

const axisWidth = 72;
const timeAxisHeight = 28;
const pixelsPerTick = 88;
/** In pixels. A shorter drag is a click. */
const shortestDrag = 6;

/** Creates the uPlot instance. It reads `latest` on each draw, so new data does not need a new instance. */
export function createPlot(host: HTMLElement, latest: { current: TimeChartProps }): uPlot {
  const { group, lines, times, height = 136, hasTimeAxis = false, scale } = latest.current;
  const options: uPlot.Options = {
    width: host.clientWidth,
    height,
    padding: [8, 24, hasTimeAxis ? 0 : 6, 0],
    legend: { show: false },
    cursor: {
      sync: { key: group.key, setSeries: false },
      drag: { x: true, y: false, setScale: false },
      points: { show: scale === undefined, size: 6 },
      y: false,
    },
    scales: {
      x: { time: false, range: () => [latest.current.range.fromS, latest.current.range.toS] },
      y: scale
        ? { distr: 3, range: () => [latest.current.scale?.min ?? 1, latest.current.scale?.max ?? 10] }
        : { range: (_plot, _min, max) => [0, niceTop(max, latest.current.isCount)] },
    },
    axes: [timeAxis(hasTimeAxis), valueAxis(latest)],
    series: [{}, ...lines.map((line) => seriesOf(line, latest))],
    bands: lines.flatMap((line, index) =>
      line.fill === 'band'
        ? [
            {
              series: [index + 1, index] as [number, number],
              fill: wash(colour(lines[index - 1]?.colour ?? line.colour)),
            },
          ]
        : [],
    ),
    hooks: {
      drawAxes: [
        (plot) => latest.current.draw?.(plot),
        (plot) => drawMarks(plot, latest.current.marks ?? []),
      ],
      setCursor: [
        (plot) => {
          const { left = -1, idx } = plot.cursor;
          const at = left < 0 || idx == null ? null : (latest.current.times[idx] ?? null);
          if (controlsCursor(plot) && group.cursor.peek() !== at) group.cursor.value = at;
        },
      ],
      setSelect: [(plot) => select(plot, latest.current)],
    },
  };
  const plot = new uPlot(options, [times, ...lines.map((line) => line.values)], host);
  selectByTouch(plot, () => select(plot, latest.current));
  return plot;
}

/** Whether this chart controls the shared cursor: it has the pointer or the focus. Others follow to their nearest time. */
function controlsCursor(plot: uPlot): boolean {
  const host = plot.root.parentElement;
  const isPointed = plot.over.matches(':hover, :active');
  const hasFocus = host === document.activeElement;
  return isPointed || (plot.cursor.left ?? -1) < 0 || hasFocus;
}

function select(plot: uPlot, { group }: TimeChartProps): void {
  const { left, width } = plot.select;
  if (width === 0) return;
  plot.setSelect({ left: 0, width: 0, top: 0, height: 0 }, false);
  if (width < shortestDrag) return;
  const fromS = Math.floor(plot.posToVal(left, 'x'));
  const toS = Math.ceil(plot.posToVal(left + width, 'x'));
  if (toS > fromS) group.onSelect({ fromS, toS });
}

function timeAxis(hasLabels: boolean): uPlot.Axis {
  return {
    stroke: colour('--soft'),
    font: '12px system-ui, sans-serif',
    size: hasLabels ? timeAxisHeight : 0,
    gap: 6,
    grid: { stroke: colour('--grid'), width: 1 },
    ticks: { show: false },
    splits: (plot, _axis, min, max) =>
      timeTicks(min, max, Math.max(2, Math.floor(plot.width / pixelsPerTick))),
    values: (_plot, splits) => (hasLabels ? splits.map((at) => into(at)) : splits.map(() => '')),
  };
}

function valueAxis(latest: { current: TimeChartProps }): uPlot.Axis {
  return {
    stroke: colour('--soft'),
    font: '12px system-ui, sans-serif',
    size: axisWidth,
    gap: 8,
    grid: { stroke: colour('--grid'), width: 1 },
    ticks: { show: false },
    splits: (_plot, _axis, min, max) =>
      latest.current.scale ? powersOfTen(min, max) : [min, (min + max) / 2, max],
    ...(latest.current.scale ? { filter: (_plot: uPlot, splits: number[]) => splits } : {}),
    values: (_plot, splits) => splits.map((value) => (value == null ? '' : latest.current.format(value))),
  };
}

function powersOfTen(min: number, max: number): number[] {
  const powers: number[] = [];
  for (let power = 10 ** Math.ceil(Math.log10(min)); power <= max; power *= 10) powers.push(power);
  return powers;
}

function seriesOf(line: ChartLine, latest: { current: TimeChartProps }): uPlot.Series {
  const stroke = colour(line.colour);
  const stepped = line.isStepped ? steppedPaths(latest) : undefined;
  return {
    label: line.name,
    stroke,
    width: line.fill === 'zero' ? 1 : 1.5,
    points: { show: true, size: 4, fill: stroke, filter: isolatedPoints },
    spanGaps: false,
    ...(line.dash ? { dash: [...line.dash] } : {}),
    ...(line.fill === 'zero' ? { fill: wash(stroke) } : {}),
    ...(stepped ? { paths: stepped, gaps: withGapAtEnd } : {}),
  };
}

/** The last step has its full width too, if the axis ends with its interval. */
function steppedPaths(latest: { current: TimeChartProps }): uPlot.Series.PathBuilder | undefined {
  const [plain, extended] = [false, true].map((extend) => uPlot.paths.stepped?.({ align: 1, extend }));
  if (!plain || !extended) return undefined;
  return (...drawing) => {
    const { times, range } = latest.current;
    const isAtEnd = range.toS - (times.at(-1) ?? 0) <= stepOf(times);
    return (isAtEnd ? extended : plain)(...drawing);
  };
}

/** Intervals without a value at the end are a gap too, into which the last step must not extend. */
const withGapAtEnd: uPlot.Series.GapsRefiner = (plot, seriesIndex, _from, _to, gaps) => {
  const values = plot.data[seriesIndex] ?? [];
  let first = values.length;
  while (first > 0 && values[first - 1] == null) first -= 1;
  const firstS = plot.data[0][first];
  if (firstS === undefined) return gaps;
  return [...gaps, [plot.valToPos(firstS, 'x', true), plot.bbox.left + plot.bbox.width]];
};

/** Indexes of points between two gaps: drawn as dots, because they have no line. */
function isolatedPoints(plot: uPlot, seriesIndex: number): number[] {
  const values = plot.data[seriesIndex] ?? [];
  const found: number[] = [];
  for (let index = 0; index < values.length; index += 1) {
    if (values[index] != null && values[index - 1] == null && values[index + 1] == null) found.push(index);
  }
  return found;
}

function wash(stroke: string): string {
  return `color-mix(in srgb, ${stroke} 28%, transparent)`;
}
