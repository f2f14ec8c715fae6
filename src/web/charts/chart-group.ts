import { type Signal, signal } from '@preact/signals';

/** Half-open time range in seconds since the start of the run. */
export interface TimeRange {
  fromS: number;
  toS: number;
}

/** Charts with a shared time axis, cursor and selection. */
export interface ChartGroup {
  key: string;
  /** Time under the cursor, in seconds since the start of the run. */
  cursor: Signal<number | null>;
  onSelect(range: TimeRange): void;
  onClear(): void;
}

let groups = 0;

export function createChartGroup(actions: Pick<ChartGroup, 'onSelect' | 'onClear'>): ChartGroup {
  groups += 1;
  return { key: `charts-${groups}`, cursor: signal(null), ...actions };
}
