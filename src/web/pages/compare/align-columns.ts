import type { ChartColumns } from '../../../contract/resources/view.ts';

type Key = Exclude<keyof ChartColumns, 'time'>;

/** Columns of several runs on one time axis, relative to the start of each run. */
export interface Aligned {
  times: number[];
  /** Per run: undefined at times that only other runs have, null where nothing was measured. */
  values(key: Key): (number | null | undefined)[][];
}

export function alignColumns(runs: readonly ChartColumns[]): Aligned {
  const times = [...new Set(runs.flatMap(({ time }) => time))].sort((one, other) => one - other);
  const places = new Map(times.map((time, index) => [time, index]));
  return {
    times,
    values: (key) =>
      runs.map((columns) => {
        const values: (number | null | undefined)[] = Array.from({ length: times.length }, () => undefined);
        for (const [index, time] of columns.time.entries())
          values[places.get(time) ?? 0] = columns[key][index] ?? null;
        return values;
      }),
  };
}
