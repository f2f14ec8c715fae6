import type { SampleKind } from '../domain/sample-kind.ts';
import { addPoint, chartPoint, emptyColumns } from '../metrics/chart.ts';
import { buildReport } from '../metrics/report.ts';
import type { Rollup } from '../metrics/rollup.ts';
import { decodeRollup } from '../metrics/rollup-codec.ts';
import { executionsOfRun } from '../store/executions.ts';
import { readChangedRollups } from '../store/rollups.ts';
import type { RunRecord } from '../store/runs.ts';
import { findRun } from '../store/runs.ts';
import { type ChangeCursor, cursorNow, formatCursor } from './change-cursor.ts';
import type { LiveEvent, LiveStep } from './live-event.ts';
import { readWholeTotal } from './range-reading.ts';
import type { RunContext } from './run-context.ts';
import { chartBounds, startOf } from './run-range.ts';
import { progressOf } from './run-view.ts';

/** Maximum number of points in the first event of a stream. */
const maxPoints = 1200;

interface NewsQuery {
  after: ChangeCursor | undefined;
  /** Undefined: all labels together. */
  label: string | undefined;
  isOver: boolean;
  /** Samples whose response times are reported. */
  times?: SampleKind | undefined;
}

interface News {
  next: ChangeCursor;
  event: LiveEvent | undefined;
}

export interface FollowedRun extends RunRecord {
  progress: string | null;
}

/** Reads run changes from the database. Concurrent followers of a run share the queries. */
export class LiveReader {
  readonly #context: RunContext;
  readonly #everyMs: number;
  readonly #shared = new Map<string, { atMs: number; value: Promise<unknown> }>();

  constructor(context: RunContext, everyMs: number) {
    this.#context = context;
    this.#everyMs = everyMs;
  }

  run(runId: string): Promise<FollowedRun | undefined> {
    return this.#share(`run ${runId}`, () => this.readRun(runId));
  }

  /** Bypasses the shared result. */
  async readRun(runId: string): Promise<FollowedRun | undefined> {
    const { database } = this.#context.grids;
    const run = await findRun(database, runId);
    if (!run) return undefined;
    const isOver = run.phase === 'finished';
    return { ...run, progress: isOver ? null : progressOf(run, await executionsOfRun(database, runId)) };
  }

  /** Intervals changed since the cursor; unfinished intervals are omitted. Followers with the same query share the event. */
  points(run: FollowedRun, stepS: LiveStep, query: NewsQuery): Promise<News> {
    const { after, label, isOver, times } = query;
    const cursor = after && formatCursor(after);
    const key = JSON.stringify(['points', run.id, startOf(run), stepS, cursor, label, isOver, times]);
    return this.#share(key, () => this.#readPoints(run, stepS, query));
  }

  async #readPoints(
    run: FollowedRun,
    stepS: LiveStep,
    { after, label, isOver, times }: NewsQuery,
  ): Promise<News> {
    const isTotal = label === undefined;
    const key = `news ${run.id} ${stepS} ${isOver} ${isTotal} ${after ? formatCursor(after) : ''}`;
    const { next, rows, untilS } = await this.#share(key, () =>
      this.#news(run.id, stepS, { after, label, isOver }),
    );
    const news = rows.filter((row) => row.startS <= untilS);
    if (news.length === 0) return { next, event: undefined };
    const startS = startOf(run);
    const bounds = chartBounds(startS, isOver ? await this.#whole(run) : undefined);
    const columns = emptyColumns();
    for (const row of news) {
      const rollup = decodeRollup(row.payload, isTotal ? undefined : (name) => name === label);
      addPoint(columns, chartPoint(rollup, label), stepS, bounds, times);
    }
    return { next, event: { kind: 'points', cursor: formatCursor(next), startS, stepS, columns } };
  }

  async #news(runId: string, stepS: LiveStep, { after, label, isOver }: NewsQuery) {
    const { database, clock } = this.#context.grids;
    // Read first, so that rows written during the query are returned again next time.
    const next = await cursorNow(database, clock.nowMs());
    const untilS = isOver || stepS === 1 ? 2_147_483_646 : next.atS - stepS;
    const rows = await readChangedRollups(database, {
      runId,
      spanS: stepS,
      xid: after?.xid ?? '0',
      sinceS: after?.atS ?? 0,
      untilS,
      limit: maxPoints,
      isTotal: label === undefined,
    });
    return { next, rows, untilS };
  }

  /** Figures of the whole run so far; `key` changes with them. */
  figures(run: FollowedRun): Promise<{ key: string; event: LiveEvent } | undefined> {
    return this.#share(`figures ${run.id} ${run.phase}`, () => this.#readFigures(run));
  }

  async #readFigures(run: FollowedRun): Promise<{ key: string; event: LiveEvent } | undefined> {
    const whole = await this.#whole(run);
    if (whole.labels.size === 0) return undefined;
    const report = buildReport({
      whole,
      grids: [],
      apdexThresholdMs: this.#context.settings.apdexThresholdMs,
      failedWithoutSamples: false,
    });
    const atMs = this.#context.grids.clock.nowMs();
    return {
      key: JSON.stringify([report.total, report.maxConcurrency]),
      event: { kind: 'figures', atMs, report },
    };
  }

  /** Whole-run figures of a finished run, which are final. */
  #whole({ id, phase }: FollowedRun): Promise<Rollup> {
    return this.#share(`whole ${id} ${phase}`, () => readWholeTotal(this.#context.grids.database, id));
  }

  /** Shares one result between callers within half a polling interval. */
  #share<T>(key: string, read: () => Promise<T>): Promise<T> {
    const nowMs = performance.now();
    for (const [known, { atMs }] of this.#shared) {
      if (nowMs - atMs < this.#everyMs / 2) break;
      this.#shared.delete(known);
    }
    const known = this.#shared.get(key);
    if (known) return known.value as Promise<T>;
    const value = read();
    this.#shared.set(key, { atMs: nowMs, value });
    value.catch(() => this.#shared.delete(key));
    return value;
  }
}
