import type { RunRecord } from '../store/runs.ts';
import type { LiveEvent } from './live-event.ts';
import type { RunContext } from './run-context.ts';
import type { RangeQuery } from './run-range.ts';
import { viewRuns } from './run-view.ts';
import type { RunViews } from './run-views.ts';

export type ViewEvent = Extract<LiveEvent, { kind: 'view' }>;

export interface LiveViewsOptions {
  context: RunContext;
  views: Pick<RunViews, 'page'>;
  /** Minimum time between two computations of a view. */
  minMs?: number;
  /** Recomputation without a change of the run: node vitals, lost nodes and recent figures. */
  refreshMs?: number;
}

/**
 * The pause after a computation is at least this multiple of its duration, times the number of views followed. This
 * limits the load of large runs, and of clients that each follow another range.
 */
const pauseFactor = 4;
/** Views without followers are dropped after this time. */
const keepMs = 10_000;

interface Known {
  version: string;
  startedAt: number;
  /** Infinity while the computation is pending. */
  nextAt: number;
  readAt: number;
  event: Promise<ViewEvent>;
}

/** Views for event streams, computed once per run, range and change for all followers. */
export class LiveViews {
  readonly #options: Required<LiveViewsOptions>;
  readonly #known = new Map<string, Known>();

  constructor({ minMs = 1000, refreshMs = 4000, ...options }: LiveViewsOptions) {
    this.#options = { minMs, refreshMs, ...options };
  }

  /** The same event until the view is due again. `version` changes with the run and its figures. */
  read(run: RunRecord, { from, to }: RangeQuery, version: string): Promise<ViewEvent> {
    const now = performance.now();
    for (const [key, { readAt }] of this.#known) if (now - readAt > keepMs) this.#known.delete(key);
    // The view of a finished run is computed at once, and final.
    const isFinal = run.phase === 'finished';
    const key = JSON.stringify([run.id, from, to, isFinal]);
    const known = this.#known.get(key);
    if (known && (isFinal || !this.#isDue(known, version, now))) {
      known.readAt = now;
      return known.event;
    }
    const event = this.#compute(run, { from, to });
    const next: Known = { version, startedAt: now, nextAt: Number.POSITIVE_INFINITY, readAt: now, event };
    this.#known.set(key, next);
    event.then(
      () => {
        const endedAt = performance.now();
        const pauseMs = pauseFactor * this.#known.size * (endedAt - now);
        next.nextAt = Math.max(now + this.#options.minMs, endedAt + pauseMs);
      },
      () => this.#known.delete(key),
    );
    return event;
  }

  #isDue({ version: before, startedAt, nextAt }: Known, version: string, now: number): boolean {
    return now >= nextAt && (version !== before || now - startedAt >= this.#options.refreshMs);
  }

  async #compute(run: RunRecord, range: RangeQuery): Promise<ViewEvent> {
    const { context, views } = this.#options;
    const atMs = context.grids.clock.nowMs();
    const [view] = await viewRuns(context, [run]);
    if (!view) throw new Error(`No view of run ${run.id}.`);
    return { kind: 'view', atMs, view, page: await views.page(view, range) };
  }
}
