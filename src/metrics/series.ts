/** One point of a live series: all figures of one interval. */
export interface SeriesPoint {
  startS: number;
  spanS: number;
  passed: number;
  failed: number;
  users: number;
  meanMs: number | null;
  percentilesMs: Record<string, number> | null;
  bytesIn: number;
  bytesOut: number;
}
