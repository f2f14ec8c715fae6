import type uPlot from 'uplot';
import type { ChartGroup, TimeRange } from './chart-group.ts';

export interface ChartLine {
  name: string;
  /** Null is a gap; undefined only says that another line has a moment there. */
  values: (number | null | undefined)[];
  /** Custom property of the style sheet, such as `--p99`. */
  colour: string;
  /** Fills down to the line before (a band), or to zero. */
  fill?: 'band' | 'zero';
  /** Lengths of strokes and gaps, in pixels. */
  dash?: readonly number[];
  /** Holds its value for the whole interval: right for counts of an interval. */
  isStepped?: boolean;
}

export interface TimeChartProps {
  title: string;
  group: ChartGroup;
  times: number[];
  lines: ChartLine[];
  /** What the axis spans. */
  range: TimeRange;
  format: (value: number) => string;
  height?: number;
  /** Whole things are counted: no halves on the axis. */
  isCount?: boolean;
  /** Labels of the time axis stand under the lowest chart only. */
  hasTimeAxis?: boolean;
  /** Draws below the lines, such as a heat map. */
  draw?: (plot: uPlot) => void;
  /** What is drawn, in words, where it is not lines: all of it, and at a moment (`index` is its place among the times). */
  words?: { all: string; at: (index: number, moment: number) => string };
  /** Between which values the vertical axis spans; from zero when missing. */
  scale?: { min: number; max: number; isLogarithmic: true };
}
