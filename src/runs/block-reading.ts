import type { Caps } from '../metrics/caps.ts';
import type { TimeRange } from '../metrics/cover.ts';
import { totalOf } from '../metrics/figures.ts';
import type { LabelStats } from '../metrics/label-stats.ts';
import type { Rollup } from '../metrics/rollup.ts';
import { decodeRollup } from '../metrics/rollup-codec.ts';
import { mergeRollups } from '../metrics/rollup-merger.ts';
import type { Queryable } from '../store/database.ts';
import { readRollups } from '../store/rollups.ts';
import { allGrids } from './roller.ts';

/** Statistics of a run in consecutive blocks of equal length. */
export interface LabelBlocks {
  blockS: number;
  /** Seconds of each block that are within the range. */
  seconds: number[];
  total: LabelStats[];
  labels: Map<string, LabelStats>[];
}

const maxBlocks = 60;
/** Longer runs are read from the 5-minute roll-ups. */
const maxFineS = 3600;

/** Blocks of 15 s, or a multiple of the roll-up span for longer runs; blocks without a roll-up are empty. */
export async function readBlocks(
  db: Queryable,
  runId: string,
  range: TimeRange,
  caps: Caps,
): Promise<LabelBlocks> {
  const lengthS = range.toS - range.fromS;
  const spanS = lengthS <= maxFineS ? 15 : 300;
  const blockS = spanS * Math.max(1, Math.ceil(lengthS / (spanS * maxBlocks)));
  const firstS = range.fromS - (range.fromS % spanS);
  const count = Math.max(0, Math.ceil((range.toS - firstS) / blockS));
  const groups = Array.from({ length: count }, (): Rollup[] => []);
  for await (const row of readRollups(db, {
    runId,
    gridId: allGrids,
    spanS,
    fromS: firstS,
    toS: range.toS,
  })) {
    groups[Math.floor((row.startS - firstS) / blockS)]?.push(decodeRollup(row.payload));
  }
  const merged = groups.map((group, at) =>
    mergeRollups(group, { startS: firstS + at * blockS, spanS: 0 }, caps),
  );
  return {
    blockS,
    seconds: merged.map(({ startS }) => Math.min(startS + blockS, range.toS) - Math.max(startS, range.fromS)),
    total: merged.map(totalOf),
    labels: merged.map(({ labels }) => labels),
  };
}
