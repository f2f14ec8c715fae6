import { setTimeout as delay } from 'node:timers/promises';
import type { SampleKind } from '../domain/sample-kind.ts';
import { passedOf } from '../domain/threshold.ts';
import type { ChangeCursor } from './change-cursor.ts';
import type { LiveEvent, LiveStep } from './live-event.ts';
import { LiveReader } from './live-reader.ts';
import { LiveViews, type ViewEvent } from './live-views.ts';
import type { RunContext } from './run-context.ts';
import type { RangeQuery } from './run-range.ts';
import type { RunViews } from './run-views.ts';

export interface Follow {
  runId: string;
  stepS: LiveStep;
  /** Only changes after this cursor; undefined: everything. */
  after?: ChangeCursor | undefined;
  /** Points of one label; undefined: of all labels together. */
  label?: string | undefined;
  /** Samples whose response times are reported; default: passed. */
  times?: SampleKind | undefined;
  /** Range of the `view` events; undefined: no such events. */
  view?: RangeQuery | undefined;
  /** False: access ends when the run is no longer public. */
  isMember: boolean;
  signal: AbortSignal;
}

/** Streams changes of runs from the database, so any service instance can serve any run. */
export interface LiveFeed {
  /** Ends after `finished`, when access is lost, and when the feed closes. */
  follow(options: Follow): AsyncGenerator<LiveEvent, void>;
  close(): void;
}

export interface LiveFeedOptions {
  context: RunContext;
  views: Pick<RunViews, 'page'>;
  everyMs?: number;
  beatMs?: number;
}

export function createLiveFeed({
  context,
  views,
  everyMs = 500,
  beatMs = 15_000,
}: LiveFeedOptions): LiveFeed {
  const closing = new AbortController();
  const reader = new LiveReader(context, everyMs);
  const liveViews = new LiveViews({ context, views });

  async function* follow({
    runId,
    stepS,
    after,
    label,
    times,
    view: range,
    isMember,
    signal,
  }: Follow): AsyncGenerator<LiveEvent, void> {
    const either = AbortSignal.any([signal, closing.signal]);
    let cursor = after;
    let isFirst = true;
    let state = '';
    let figures = '';
    let shown: ViewEvent | undefined;
    let spokeAt = performance.now();
    while (!either.aborted) {
      const run = await (isFirst ? reader.readRun(runId) : reader.run(runId));
      isFirst = false;
      if (!run || !(isMember || run.privacy === 'public')) return;
      const isOver = run.phase === 'finished';
      const { progress, ...record } = run;
      const nextState = JSON.stringify([run.phase, progress, run.startedAt, run.stopRequestedAt !== null]);
      const events: LiveEvent[] = [];
      if (nextState !== state) {
        const { phase, startedAt } = run;
        events.push({
          kind: 'state',
          phase,
          progress,
          startedAt,
          isStopRequested: run.stopRequestedAt !== null,
        });
      }
      state = nextState;
      const points = await reader.points(run, stepS, { after: cursor, label, isOver, times });
      cursor = points.next;
      if (points.event) events.push(points.event);
      const latest = await reader.figures(run);
      if (latest && latest.key !== figures) events.push(latest.event);
      figures = latest?.key ?? figures;
      const view = range && (await liveViews.read(record, range, JSON.stringify([run, figures])));
      if (view && view !== shown) events.push(view);
      shown = view;
      for (const event of events) yield event;
      if (isOver) {
        const thresholds = run.thresholds ?? [];
        yield {
          kind: 'finished',
          passed: passedOf(thresholds, { isAborted: run.aborted !== null }),
          thresholds,
        };
        return;
      }
      if (events.length > 0) spokeAt = performance.now();
      else if (performance.now() - spokeAt > beatMs) {
        yield { kind: 'beat' };
        spokeAt = performance.now();
      }
      await delay(everyMs, undefined, { signal: either }).catch(() => undefined);
    }
  }

  return { follow, close: () => closing.abort() };
}
