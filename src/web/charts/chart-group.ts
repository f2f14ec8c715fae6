import { type Signal, signal } from '@preact/signals';

/** A stretch of time in seconds into the run; the end is not part of it. */
export interface TimeRange {
  fromS: number;
  toS: number;
}

/** Charts that share one time axis, one cursor and one selection. */
export interface ChartGroup {
  key: string;
  /** The moment under the cursor, in seconds into the run. */
  cursor: Signal<number | null>;
  onSelect(range: TimeRange): void;
  onClear(): void;
}

let groups = 0;

export function createChartGroup(actions: Pick<ChartGroup, 'onSelect' | 'onClear'>): ChartGroup {
  groups += 1;
  return { key: `charts-${groups}`, cursor: signal(null), ...actions };
}
