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

/** Undefined for whatever is no cursor of ours. */
export function parseCursor(text: string | undefined): ChangeCursor | undefined {
  const match = /^(\d{1,19})-(\d{1,10})$/.exec(text ?? '');
  return match?.[1] && match[2] ? { xid: match[1], atS: Number(match[2]) } : undefined;
}
