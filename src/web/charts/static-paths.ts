import type { TimeRange } from './chart-group.ts';

type Values = readonly (number | null | undefined)[];

/** Maps times and values to the units of an SVG view box. */
export interface PlotBox {
  width: number;
  height: number;
  range: TimeRange;
  /** Value at the upper edge; the lower edge is zero. */
  top: number;
}

/** A line with gaps; a point between two gaps is a dot. A stepped line holds each value for its whole interval. */
export function linePath(times: readonly number[], values: Values, box: PlotBox, isStepped = false): string {
  return piecesOf(values)
    .map((piece) => `M${tracePiece(times, values, box, piece, isStepped)}`)
    .join('');
}

/** The area between a line and zero. */
export function areaPath(times: readonly number[], values: Values, box: PlotBox, isStepped = false): string {
  return piecesOf(values)
    .map((piece) => {
      const left = xOf(times[piece.first] ?? 0, box);
      return `M${tracePiece(times, values, box, piece, isStepped)}V${box.height}H${left}Z`;
    })
    .join('');
}

/** The area between two lines, where both have values. */
export function bandPath(times: readonly number[], upper: Values, lower: Values, box: PlotBox): string {
  const both = upper.map((value, index) => (value == null || lower[index] == null ? null : value));
  return piecesOf(both)
    .map(({ first, last }) => {
      const indexes = Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
      const place = (values: Values) => (index: number) =>
        `${xOf(times[index] ?? 0, box)} ${yOf(values[index] ?? 0, box)}`;
      return `M${[...indexes.map(place(upper)), ...indexes.toReversed().map(place(lower))].join('L')}Z`;
    })
    .join('');
}

/** Length of an interval. Gaps are part of `times`, so all are equal. */
export function stepOf(times: readonly number[]): number {
  return Math.max(1, (times[1] ?? 1) - (times[0] ?? 0));
}

interface Piece {
  first: number;
  last: number;
}

/** Index ranges without gaps. */
function piecesOf(values: Values): Piece[] {
  const pieces: Piece[] = [];
  for (const [index, value] of values.entries()) {
    if (value == null) continue;
    const before = pieces.at(-1);
    if (before?.last === index - 1) before.last = index;
    else pieces.push({ first: index, last: index });
  }
  return pieces;
}

function tracePiece(
  times: readonly number[],
  values: Values,
  box: PlotBox,
  { first, last }: Piece,
  isStepped: boolean,
): string {
  const stepS = stepOf(times);
  let path = `${xOf(times[first] ?? 0, box)} ${yOf(values[first] ?? 0, box)}`;
  if (!isStepped && first === last) return `${path}h0`;
  for (let index = first; index <= last; index += 1) {
    const at = times[index] ?? 0;
    const y = yOf(values[index] ?? 0, box);
    if (isStepped) path += `${index === first ? '' : `V${y}`}H${xOf(at + stepS, box)}`;
    else if (index > first) path += `L${xOf(at, box)} ${y}`;
  }
  return path;
}

function xOf(second: number, { range: { fromS, toS }, width }: PlotBox): number {
  const share = (second - fromS) / Math.max(1, toS - fromS);
  return round(Math.min(1, Math.max(0, share)) * width);
}

function yOf(value: number, { top, height }: PlotBox): number {
  return round((1 - value / top) * height);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
