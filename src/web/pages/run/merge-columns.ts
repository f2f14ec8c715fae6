import type { ChartColumns } from '../../../contract/resources/view.ts';

const names = [
  'time',
  'passed',
  'failed',
  'throughput',
  'failures',
  'users',
  'mean',
  'p50',
  'p90',
  'p95',
  'p99',
  'bytes_in',
  'bytes_out',
] as const satisfies readonly (keyof ChartColumns)[];

/** New intervals come to their place in time; one that is there already is replaced. Makes new arrays: charts compare them. */
export function mergeColumns(base: ChartColumns, added: ChartColumns): ChartColumns {
  const places = new Map(base.time.map((time, index) => [time, { from: base, index }]));
  for (const [index, time] of added.time.entries()) places.set(time, { from: added, index });
  const order = [...places].sort(([one], [other]) => one - other).map(([, place]) => place);
  const merged = names.map((name) => [name, order.map(({ from, index }) => from[name][index] ?? null)]);
  return Object.fromEntries(merged) as ChartColumns;
}
