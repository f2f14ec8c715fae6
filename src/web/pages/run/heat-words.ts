import type { HeatmapResource } from '../../../contract/resources/view.ts';
import { count, time } from '../../format/figures.ts';
import { into } from '../../format/moments.ts';

type Heat = Pick<HeatmapResource, 'time' | 'counts' | 'bounds' | 'step'>;

const nothing = 'no samples';

/** Text alternative of one interval. */
export function heatAt(heat: Heat, index: number, at: number): string {
  const from = heat.time[index];
  // Intervals without samples have no column.
  if (from === undefined || at < from || at >= from + heat.step) return nothing;
  const counts = heat.counts[index] ?? [];
  const first = counts.findIndex((each) => each > 0);
  if (first < 0) return nothing;
  const last = counts.findLastIndex((each) => each > 0);
  const densest = densestOf(counts);
  const all = `${time(heat.bounds[first])} to ${time(heat.bounds[last + 1])}`;
  const most = count(counts[densest] ?? 0, 'sample');
  return first === last ? `${all}: ${most}` : `${all}; most ${rowOf(heat, densest)}: ${most}`;
}

/** Text alternative of the heat map: first, last and densest interval. */
export function heatWords(heat: Heat): string {
  const [first, last] = [heat.time[0], heat.time.at(-1)];
  if (first === undefined || last === undefined) return 'No data.';
  const darkest = heat.counts
    .map((counts, index) => ({ index, row: densestOf(counts), count: Math.max(0, ...counts) }))
    .reduce((best, each) => (each.count > best.count ? each : best));
  return [
    `At ${into(first)}: ${heatAt(heat, 0, first)}.`,
    `At ${into(last)}: ${heatAt(heat, heat.time.length - 1, last)}.`,
    `Densest at ${into(heat.time[darkest.index] ?? 0)}, ${rowOf(heat, darkest.row)}: ${count(darkest.count, 'sample')}.`,
  ].join(' ');
}

function densestOf(counts: readonly number[]): number {
  return counts.indexOf(Math.max(...counts));
}

function rowOf({ bounds }: Heat, row: number): string {
  return `${time(bounds[row])} to ${time(bounds[row + 1])}`;
}
