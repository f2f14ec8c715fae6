import type { Log } from '../lib/log.ts';
import type { Caps } from '../metrics/caps.ts';
import { decodeFrame } from '../metrics/frame.ts';
import { decodeRollup, encodeRollup, mergeRollups, type Rollup, rollUpFrames } from '../metrics/rollup.ts';
import type { Database, Queryable } from '../store/database.ts';
import { readFrames } from '../store/frames.ts';
import { claimDirty, type DirtyMark, markDirty, readRollups, writeRollup } from '../store/rollups.ts';

/** Spans of roll-ups and the one each feeds; 0 is the whole run. */
const parentSpan: Record<number, number | undefined> = { 1: 15, 15: 300, 300: 0 };
/** grid_id of the roll-up over all grids of a run. */
export const allGrids = '';

/** Recomputes roll-ups whose intervals have changed, from what lies under them. */
export interface Roller {
  /** Brings every roll-up of the run up to date now. */
  rollRun(runId: string): Promise<void>;
  close(): Promise<void>;
}

interface RollerOptions {
  database: Database;
  log: Log;
  caps: Caps;
  /** An interval is closed when nothing has touched it for so long; what comes later only opens it again. */
  graceMs?: number;
  everyMs?: number;
}

export function createRoller({ database, log, caps, graceMs = 700, everyMs = 300 }: RollerOptions): Roller {
  let isClosed = false;
  let wake: (() => void) | undefined;

  const rollSome = (claim: { runId?: string; graceMs: number }) =>
    database.transaction(async (tx) => {
      const marks = await claimDirty(tx, { ...claim, limit: 64 });
      for (const mark of marks) await rollInterval(tx, mark, caps);
      return marks.length;
    });

  async function loop(): Promise<void> {
    while (!isClosed) {
      try {
        while (!isClosed && (await rollSome({ graceMs })) > 0);
      } catch (error) {
        log.warn({ error }, 'roll-ups wait: they could not be written');
      }
      await new Promise<void>((resolve) => {
        wake = resolve;
        setTimeout(resolve, everyMs);
      });
    }
  }

  const looping = loop();

  return {
    async rollRun(runId) {
      while ((await rollSome({ runId, graceMs: 0 })) > 0);
    },
    async close() {
      isClosed = true;
      wake?.();
      await looping;
    },
  };
}

/** Replaces the roll-ups of one interval, for the run and for each grid, and opens the interval above. */
async function rollInterval(tx: Queryable, mark: DirtyMark, caps: Caps): Promise<void> {
  const byGrid = mark.spanS === 1 ? await rollSecond(tx, mark, caps) : await rollFromBelow(tx, mark, caps);
  for (const [gridId, rollup] of byGrid) {
    await writeRollup(tx, {
      runId: mark.runId,
      gridId,
      spanS: mark.spanS,
      startS: mark.startS,
      payload: encodeRollup(rollup),
    });
  }
  const parent = parentSpan[mark.spanS];
  if (parent === undefined) return;
  const startS = parent === 0 ? 0 : Math.floor(mark.startS / parent) * parent;
  await markDirty(tx, { runId: mark.runId, spanS: parent, startS });
}

async function rollSecond(tx: Queryable, mark: DirtyMark, caps: Caps): Promise<Map<string, Rollup>> {
  const stored = await readFrames(tx, mark.runId, mark.startS);
  const framesByGrid = new Map<string, ReturnType<typeof toFrame>[]>();
  for (const row of stored) {
    const frame = toFrame(row, mark.startS);
    const ofGrid = framesByGrid.get(row.gridId);
    if (ofGrid) ofGrid.push(frame);
    else framesByGrid.set(row.gridId, [frame]);
  }
  const byGrid = new Map<string, Rollup>();
  for (const [gridId, frames] of framesByGrid) byGrid.set(gridId, rollUpFrames(mark.startS, frames, caps));
  const [only] = byGrid.values();
  const isAlone = byGrid.size === 1 && only !== undefined;
  byGrid.set(allGrids, isAlone ? only : rollUpFrames(mark.startS, [...framesByGrid.values()].flat(), caps));
  return byGrid;
}

function toFrame(row: { executionId: string; seq: number; payload: Buffer }, second: number) {
  return { executionId: row.executionId, frame: decodeFrame(row.seq, second, row.payload) };
}

async function rollFromBelow(tx: Queryable, mark: DirtyMark, caps: Caps): Promise<Map<string, Rollup>> {
  const childSpan = Number(Object.keys(parentSpan).find((span) => parentSpan[Number(span)] === mark.spanS));
  const range = mark.spanS === 0 ? {} : { fromS: mark.startS, toS: mark.startS + mark.spanS };
  const below = new Map<string, Rollup[]>();
  for await (const row of readRollups(tx, { runId: mark.runId, spanS: childSpan, ...range })) {
    const rollups = below.get(row.gridId);
    const rollup = decodeRollup(row.payload);
    if (rollups) rollups.push(rollup);
    else below.set(row.gridId, [rollup]);
  }
  const byGrid = new Map<string, Rollup>();
  for (const [gridId, rollups] of below) byGrid.set(gridId, mergeRollups(rollups, mark, caps));
  return byGrid;
}
