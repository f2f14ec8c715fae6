import type { Rollup } from '../metrics/rollup.ts';
import { decodeRollup } from '../metrics/rollup-codec.ts';
import type { Queryable } from '../store/database.ts';
import { readRollups } from '../store/rollups.ts';

/** A stored roll-up that cannot be decoded. */
export class UnreadableError extends Error {}

/** Whole-run roll-ups, by grid. */
export async function readWholes(
  db: Queryable,
  runId: string,
  gridId?: string,
): Promise<Map<string, Rollup>> {
  const wholes = new Map<string, Rollup>();
  for await (const row of readRollups(db, { runId, spanS: 0, gridId }))
    wholes.set(row.gridId, decodeWhole(row.payload));
  return wholes;
}

/** Throws UnreadableError. */
export function decodeWhole(payload: Buffer): Rollup {
  try {
    return decodeRollup(payload);
  } catch (cause) {
    throw new UnreadableError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
