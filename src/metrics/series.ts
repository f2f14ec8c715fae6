import type { SampleKind } from '../domain/sample-kind.ts';
import { totalOf } from './figures.ts';
import { LabelStats } from './label-stats.ts';
import { type CodeCount, responseCodes } from './response-codes.ts';
import { responseTimesOf } from './response-times.ts';
import type { Rollup } from './rollup.ts';

/** Figures of one interval of a time series. */
export interface SeriesPoint {
  startS: number;
  spanS: number;
  passed: number;
  failed: number;
  /** Maximum number of users in a second. */
  users: number;
  meanMs: number | null;
  percentilesMs: Record<string, number> | null;
  bytesIn: number;
  bytesOut: number;
  codes: CodeCount[];
}

/** Point of one label, or of all labels together; users are always of the whole roll-up. */
export function seriesPoint(rollup: Rollup, label?: string, kind: SampleKind = 'passed'): SeriesPoint {
  const stats = label === undefined ? totalOf(rollup) : (rollup.labels.get(label) ?? new LabelStats());
  const times = responseTimesOf(stats, kind);
  return {
    startS: rollup.startS,
    spanS: rollup.spanS,
    passed: stats.passed,
    failed: stats.failed,
    users: rollup.users.max,
    meanMs: times?.meanMs ?? null,
    percentilesMs: times?.percentilesMs ?? null,
    bytesIn: stats.bytesIn,
    bytesOut: stats.bytesOut,
    codes: responseCodes(stats),
  };
}
