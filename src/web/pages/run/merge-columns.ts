import type { ChartColumns } from '../../../contract/resources/view.ts';

/**
 * Merges intervals by time: added ones replace existing ones, and missing intervals become gaps. Returns new arrays,
 * because charts compare by reference.
 */
export function mergeColumns(base: ChartColumns, added: ChartColumns, stepS: number): ChartColumns {
  const places = new Map(base.time.map((time, index) => [time, { from: base, index }]));
  for (const [index, time] of added.time.entries()) places.set(time, { from: added, index });
  const times: number[] = [];
  for (const time of [...places.keys()].sort((one, other) => one - other)) {
    const before = times.at(-1);
    if (before !== undefined && time - before > stepS) times.push(before + stepS);
    times.push(time);
  }
  const valueAt = (name: keyof ChartColumns, time: number) => {
    const place = places.get(time);
    return place === undefined ? null : (place.from[name][place.index] ?? null);
  };
  const names = Object.keys(base) as (keyof ChartColumns)[];
  const merged = names.map((name) => [
    name,
    name === 'time' ? times : times.map((time) => valueAt(name, time)),
  ]);
  return Object.fromEntries(merged) as ChartColumns;
}
