import type { Queryable } from '../store/database.ts';
import { snapshotStart } from '../store/rollups.ts';

/** A moment in the life of a run's roll-ups: what was written, or came to its end, after it is news. */
export interface ChangeCursor {
  /** The oldest transaction that was still open then. */
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

/** Undefined for whatever is no cursor of ours. */
export function parseCursor(text: string | undefined): ChangeCursor | undefined {
  const match = /^(\d{1,19})-(\d{1,10})$/.exec(text ?? '');
  const [, xid, second] = match ?? [];
  if (xid === undefined || second === undefined) return undefined;
  const atS = Number(second);
  // Larger ones fit into no column, so nobody got them from us.
  return BigInt(xid) <= maxXid && atS <= maxSecond ? { xid, atS } : undefined;
}
