import type uPlot from 'uplot';
import type { ChartGroup, TimeRange } from './chart-group.ts';

export interface ChartLine {
  name: string;
  /** Null is a gap; undefined means that only other series have a value at that time. */
  values: (number | null | undefined)[];
  /** CSS custom property, such as `--p99`. */
  colour: string;
  /** Shown after the name in the legend; `title` has the full text. */
  detail?: { text: string; title: string };
  /** Area fill: down to the previous line (band) or to zero. */
  fill?: 'band' | 'zero';
  /** Dash pattern in pixels. */
  dash?: readonly number[];
  /** Step line: the value holds for the whole interval. For counts per interval. */
  isStepped?: boolean;
}

/** A vertical line at a time. */
export interface ChartMark {
  /** Seconds on the time axis. */
  at: number;
  number: number;
  name: string;
}

/** What a chart shows, independent of how it is drawn. */
export interface ChartContent {
  title: string;
  times: number[];
  lines: ChartLine[];
  /** Range of the time axis. */
  range: TimeRange;
  format: (value: number) => string;
  height?: number;
  /** Integer values: no fractions on the axis. */
  isCount?: boolean;
  /** Shows time labels; only for the lowest chart of a group. */
  hasTimeAxis?: boolean;
  marks?: readonly ChartMark[];
}

export interface TimeChartProps extends ChartContent {
  group: ChartGroup;
  /** Draws behind the lines, such as a heat map. */
  draw?: (plot: uPlot) => void;
  /** Text alternative for a chart without lines: of all data, and of one time (`index` into `times`). */
  words?: { all: string; at: (index: number, moment: number) => string };
  /** Range of the vertical axis; starts at zero if missing. */
  scale?: { min: number; max: number; isLogarithmic: true };
}
