import { useId } from 'preact/hooks';
import { into } from '../format/moments.ts';
import { ChartLegend } from './chart-legend.tsx';
import type { ChartContent, ChartLine } from './chart-props.ts';
import { describeLine } from './describe-line.ts';
import { areaPath, bandPath, linePath, type PlotBox, stepOf } from './static-paths.ts';
import { niceTop, timeTicks } from './time-ticks.ts';

const boxWidth = 1000;
const axisWidth = 72;
const [padTop, padBottom, timeAxisHeight] = [8, 6, 28];
const maxTicks = 8;
/** Narrower intervals cannot be hovered. */
const maxTooltips = 400;
const noCursor = { value: null };

/** A chart as SVG, for documents without scripts. Same content, scales and colours as TimeChart. */
export function StaticChart({
  title,
  times,
  lines,
  range,
  format,
  height = 136,
  isCount,
  hasTimeAxis,
  marks = [],
}: ChartContent) {
  const id = useId();
  const highest = Math.max(0, ...lines.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const top = niceTop(highest, isCount);
  const bottom = height - (hasTimeAxis ? timeAxisHeight : padBottom);
  const box: PlotBox = { width: boxWidth, height: bottom - padTop, range, top };
  const levels = [top, top / 2, 0].map((value) => ({ value, y: padTop + (1 - value / top) * box.height }));
  const share = (second: number) => percent((second - range.fromS) / Math.max(1, range.toS - range.fromS));
  const ticks = timeTicks(range.fromS, range.toS, maxTicks);
  return (
    <figure class="chart">
      <ChartLegend
        title={title}
        lines={lines}
        times={times}
        format={format}
        cursor={noCursor}
        words={undefined}
      />
      <div class="static-plot" role="img" aria-label={`${title} over time`} aria-describedby={id}>
        <svg width={axisWidth} height={height} aria-hidden="true">
          {levels.map(({ value, y }) => (
            <text
              key={value}
              x={axisWidth - 8}
              y={y}
              text-anchor="end"
              dominant-baseline="central"
              font-size="12"
              fill="currentcolor"
            >
              {format(value)}
            </text>
          ))}
        </svg>
        <svg width="100%" height={height} aria-hidden="true">
          <g stroke="var(--grid, currentcolor)">
            {levels.map(({ value, y }) => (
              <line key={value} x1="0" x2="100%" y1={y} y2={y} />
            ))}
            {ticks.map((at) => (
              <line key={at} x1={share(at)} x2={share(at)} y1={padTop} y2={bottom} />
            ))}
          </g>
          <svg
            y={padTop}
            width="100%"
            height={box.height}
            viewBox={`0 0 ${boxWidth} ${box.height}`}
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            {lines.map((line, index) => (
              <Line key={line.name} line={line} below={lines[index - 1]} times={times} box={box} />
            ))}
          </svg>
          {marks
            .filter(({ at }) => at >= range.fromS && at <= range.toS)
            .map(({ at, number, name }) => (
              <g key={number} fill="var(--doubt, currentcolor)">
                <title>{`${into(at)}: ${name}`}</title>
                <line
                  x1={share(at)}
                  x2={share(at)}
                  y1={padTop}
                  y2={bottom}
                  stroke="var(--doubt, currentcolor)"
                  stroke-dasharray="3 3"
                />
                <text x={share(at)} dx="3" y={padTop + 10} font-size="11">
                  {number}
                </text>
              </g>
            ))}
          {hasTimeAxis &&
            ticks.map((at) => (
              <text
                key={at}
                x={share(at)}
                y={height - 8}
                text-anchor="middle"
                font-size="12"
                fill="currentcolor"
              >
                {into(at)}
              </text>
            ))}
          <Tooltips times={times} lines={lines} format={format} share={share} height={bottom} />
        </svg>
      </div>
      <p id={id} class="hidden">
        {lines.map(({ name, values }) => describeLine(name, times, values, format)).join(' ')}
      </p>
    </figure>
  );
}

interface LineProps {
  line: ChartLine;
  below: ChartLine | undefined;
  times: readonly number[];
  box: PlotBox;
}

/** Attributes instead of styles: they also apply where a content security policy forbids styles. */
function Line({ line, below, times, box }: LineProps) {
  const { values, colour, fill, dash, isStepped } = line;
  const area =
    fill === 'zero'
      ? { d: areaPath(times, values, box, isStepped), colour }
      : fill === 'band' && below
        ? { d: bandPath(times, values, below.values, box), colour: below.colour }
        : undefined;
  return (
    <>
      {area && <path d={area.d} fill={ink(area.colour)} fill-opacity="0.28" />}
      <path
        d={linePath(times, values, box, isStepped)}
        fill="none"
        stroke={ink(colour)}
        stroke-width={fill === 'zero' ? 1 : 1.5}
        stroke-linecap="round"
        stroke-linejoin="round"
        stroke-dasharray={dash?.join(' ')}
        vector-effect="non-scaling-stroke"
      />
    </>
  );
}

interface TooltipsProps {
  times: readonly number[];
  lines: readonly ChartLine[];
  format: (value: number) => string;
  share: (second: number) => string;
  height: number;
}

/** Values of each interval as SVG titles, which browsers show without scripts. */
function Tooltips({ times, lines, format, share, height }: TooltipsProps) {
  const every = Math.ceil(times.length / maxTooltips);
  const [fromS, stepS] = [times[0] ?? 0, stepOf(times)];
  const width = (Number.parseFloat(share(fromS + every * stepS)) - Number.parseFloat(share(fromS))).toFixed(
    3,
  );
  return (
    <g fill="transparent">
      {times.map((at, index) => {
        if (index % every !== 0) return null;
        const values = lines.map(({ name, values: all }) => {
          const value = all[index];
          return `${name} ${value == null ? '–' : format(value)}`;
        });
        return (
          <rect key={at} x={share(at)} width={`${width}%`} height={height}>
            <title>{`${into(at)}: ${values.join(', ')}`}</title>
          </rect>
        );
      })}
    </g>
  );
}

function ink(colour: string): string {
  return `var(${colour}, currentcolor)`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(3)}%`;
}
