import { createBreather } from '../lib/breathe.ts';
import type { Log } from '../lib/log.ts';
import type { Caps } from '../metrics/caps.ts';
import { createFrameReader } from '../metrics/frame.ts';
import { type Rollup, SecondMerger, sumOfGrids } from '../metrics/rollup.ts';
import { encodeRollup } from '../metrics/rollup-codec.ts';
import { RollupMerger } from '../metrics/rollup-merger.ts';
import { totalRollup } from '../metrics/total-rollup.ts';
import type { Database, Queryable } from '../store/database.ts';
import { readFrames } from '../store/frames.ts';
import {
  type Claim,
  type DirtyMark,
  dirtyRunIds,
  dirtySpans,
  type RollupRow,
  readRollups,
  rollUp,
  type Span,
  spans,
} from '../store/rollups.ts';

/** grid_id of the roll-up over all grids of a run. */
export const allGrids = '';

/** Recomputes changed roll-ups from frames or finer roll-ups. */
export interface Roller {
  /** Updates every roll-up of the run with the frames stored so far; waits for intervals claimed by another roller. */
  rollRun(runId: string): Promise<void>;
  close(): Promise<void>;
}

interface RollerOptions {
  database: Database;
  log: Log;
  caps: Caps;
  /** A second is rolled up after this long without new frames, and again on later ones. */
  quietForMs?: number;
  /**
   * A coarser interval is rolled up this long after a change in it; frequent enough for viewers, regardless of the
   * number of services.
   */
  coarseAfterMs?: number;
  everyMs?: number;
}

/** Up to this many labels, no separate total is stored: reading all labels is as fast. */
const fewLabels = 4;
/** Intervals per transaction, a trade-off between speed and memory. */
const marksAtOnce: Record<Span, number> = { 1: 8, 15: 8, 300: 4, 0: 1 };

export function createRoller(options: RollerOptions): Roller {
  const { database, log, caps, quietForMs = 500, coarseAfterMs = 1000, everyMs = 250 } = options;
  let isClosed = false;
  let wake: (() => void) | undefined;

  const roll = (spanS: Span, claim: Omit<Claim, 'spanS' | 'limit'>) =>
    rollUp(database, { ...claim, spanS, limit: marksAtOnce[spanS] }, (tx, marks) =>
      compute(tx, spanS, marks, caps, log),
    );

  const minAgeMs = (spanS: Span) => (spanS === 1 ? quietForMs : coarseAfterMs);

  const rollQuiet = async (runId?: string) => {
    const claim = runId === undefined ? {} : { runId };
    const dirty = await dirtySpans(database, minAgeMs, runId);
    for (const spanS of spans.filter((each) => dirty.has(each)))
      while (!isClosed && (await roll(spanS, { ...claim, minAgeMs: minAgeMs(spanS) })) > 0);
  };

  async function loop(): Promise<void> {
    while (!isClosed) {
      try {
        await rollQuiet();
      } catch (error) {
        log.warn({ err: error }, 'rollup.failed');
        await rollEachRun();
      }
      await new Promise<void>((resolve) => {
        wake = resolve;
        setTimeout(resolve, everyMs);
      });
    }
  }

  /** Run by run, so that a failing run does not block the others. */
  async function rollEachRun(): Promise<void> {
    const runIds = await dirtyRunIds(database).catch(() => []);
    for (const runId of runIds) {
      try {
        await rollQuiet(runId);
      } catch (error) {
        log.warn({ err: error, runId }, 'rollup.run.failed');
      }
    }
  }

  const looping = loop();

  return {
    async rollRun(runId) {
      for (const spanS of spans) while ((await roll(spanS, { runId, minAgeMs: 0, whenHeld: 'wait' })) > 0);
    },
    async close() {
      isClosed = true;
      wake?.();
      await looping;
    },
  };
}

/** Computes the roll-ups of the intervals, for the run and for each grid. */
async function compute(
  tx: Queryable,
  spanS: Span,
  marks: DirtyMark[],
  caps: Caps,
  log: Log,
): Promise<RollupRow[]> {
  const rows: RollupRow[] = [];
  for (const mark of marks) {
    const byGrid =
      spanS === 1 ? await rollSecond(tx, mark, caps, log) : await rollFromBelow(tx, spanS, mark, caps);
    for (const [gridId, rollup] of byGrid)
      rows.push({ ...mark, gridId, spanS, payload: encodeRollup(rollup), total: encodeTotal(rollup) });
  }
  return rows;
}

function encodeTotal(rollup: Rollup): Buffer | null {
  return rollup.labels.size > fewLabels ? encodeRollup(totalRollup(rollup)) : null;
}

async function rollSecond(
  tx: Queryable,
  mark: DirtyMark,
  caps: Caps,
  log: Log,
): Promise<Map<string, Rollup>> {
  const mergers = new Map<string, SecondMerger>();
  const readFrame = createFrameReader();
  const breathe = createBreather();
  for (const { executionId, gridId, seq, second, payload } of await readFrames(tx, mark.runId, mark.startS)) {
    const merger = mergers.get(gridId) ?? new SecondMerger(mark.startS, caps);
    mergers.set(gridId, merger);
    try {
      merger.add(executionId, readFrame(seq, second, payload));
    } catch (error) {
      // A corrupt frame stays corrupt: skip it. The reconciliation reports its samples as missing.
      log.error({ err: error, runId: mark.runId, executionId, seq }, 'frame.unreadable');
    }
    await breathe();
  }
  const byGrid = new Map<string, Rollup>();
  for (const [gridId, merger] of mergers) byGrid.set(gridId, merger.finish());
  const [only] = byGrid.values();
  const isAlone = byGrid.size === 1 && only !== undefined;
  byGrid.set(allGrids, isAlone ? only : sumOfGrids(mark.startS, [...byGrid.values()], caps));
  return byGrid;
}

async function rollFromBelow(
  tx: Queryable,
  spanS: Span,
  mark: DirtyMark,
  caps: Caps,
): Promise<Map<string, Rollup>> {
  const childSpan = spans[spans.indexOf(spanS) - 1] as Span;
  const range = spanS === 0 ? {} : { fromS: mark.startS, toS: mark.startS + spanS };
  const mergers = new Map<string, RollupMerger>();
  const breathe = createBreather();
  for await (const row of readRollups(tx, { runId: mark.runId, spanS: childSpan, ...range })) {
    let merger = mergers.get(row.gridId);
    if (!merger) {
      merger = new RollupMerger({ startS: mark.startS, spanS }, caps);
      mergers.set(row.gridId, merger);
    }
    await merger.addEncoded(row.payload, breathe);
  }
  const byGrid = new Map<string, Rollup>();
  for (const [gridId, merger] of mergers) {
    await merger.settle(breathe);
    byGrid.set(gridId, merger.finish());
  }
  return byGrid;
}
