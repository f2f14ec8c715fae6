import type { Rollup } from '../metrics/rollup.ts';
import { decodeRollup } from '../metrics/rollup-codec.ts';
import type { Queryable } from '../store/database.ts';
import { type RollupRange, readRollups } from '../store/rollups.ts';

/** Roll-ups in order of time, decoded one at a time, with all or only the wanted labels. */
export async function* decodeRollups(
  db: Queryable,
  query: RollupRange,
  isWanted?: (label: string) => boolean,
): AsyncIterable<Rollup> {
  for await (const row of readRollups(db, query)) yield decodeRollup(row.payload, isWanted);
}
