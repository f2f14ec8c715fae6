import type { Queryable } from '../store/database.ts';
import { snapshotStart } from '../store/rollups.ts';

/** Position in the change history of a run's roll-ups: intervals written or completed later are new. */
export interface ChangeCursor {
  /** Oldest transaction open at that time. */
  xid: string;
  atS: number;
}

export async function cursorNow(db: Queryable, nowMs: number): Promise<ChangeCursor> {
  return { xid: await snapshotStart(db), atS: Math.floor(nowMs / 1000) };
}

export function formatCursor({ xid, atS }: ChangeCursor): string {
  return `${xid}-${atS}`;
}

const maxXid = 2n ** 63n - 1n;
const maxSecond = 2 ** 31 - 1;

/** Undefined when the text is not a valid cursor. */
export function parseCursor(text: string | undefined): ChangeCursor | undefined {
  const match = /^(\d{1,19})-(\d{1,10})$/.exec(text ?? '');
  const [, xid, second] = match ?? [];
  if (xid === undefined || second === undefined) return undefined;
  const atS = Number(second);
  // Larger values exceed the database types.
  return BigInt(xid) <= maxXid && atS <= maxSecond ? { xid, atS } : undefined;
}
