import type { ChartColumns } from '../../../contract/resources/view.ts';

const names = [
  'time',
  'passed',
  'failed',
  'throughput',
  'failures',
  'failures_4xx',
  'failures_5xx',
  'failures_of_checks',
  'failures_other',
  'users',
  'mean',
  'p50',
  'p90',
  'p95',
  'p99',
  'connect',
  'first_byte',
  'bytes_in',
  'bytes_out',
] as const satisfies readonly (keyof ChartColumns)[];

/**
 * Merges intervals by time: added ones replace existing ones, and missing intervals setSession gaps. Returns new arrays,
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
  const valueAt = (name: (typeof names)[number], time: number) => {
    const place = places.get(time);
    return place === undefined ? null : (place.from[name][place.index] ?? null);
  };
  const merged = names.map((name) => [
    name,
    name === 'time' ? times : times.map((time) => valueAt(name, time)),
  ]);
  return Object.fromEntries(merged) as ChartColumns;
}
