import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { RangeInput } from '../../../contract/inputs.ts';
import type { PointsEvent, StateEvent } from '../../../contract/resources/event.ts';
import type { ChartsResource, RunViewResource } from '../../../contract/resources/view.ts';
import { api, apiUrl } from '../../app/api.ts';
import { type Connection, listen } from '../../app/events.ts';
import { RequestPacer } from '../../app/request-pacer.ts';
import { session } from '../../app/session.ts';
import { type Loaded, useLoaded } from '../../app/use-loaded.ts';
import { usePageVisible } from '../../app/use-page-visible.ts';
import { mergeColumns } from './merge-columns.ts';
import { trimPartialTail } from './trim-partial-tail.ts';

export interface RunData {
  view: Loaded<RunViewResource>;
  charts: Loaded<ChartsResource>;
  connection: Connection;
  /** When the view was received, on the performance.now() clock. */
  receivedAt: number;
  /** Increases when data that events do not carry should be reloaded. */
  round: number;
}

/** Reload interval during the run, for data that events do not carry. */
const refreshMs = 4000;
/** Limits of view requests after events; see RequestPacer. */
const minPauseMs = 800;
const pauseFactor = 4;
/** Up to this size a chart is only appended to. */
const mostPoints = 900;

/** Data of a run for one range and label, live until it finishes. All figures come from the service. */
export function useRun(runId: string, range: RangeInput, label: string | undefined): RunData {
  const [round, setRound] = useState(0);
  const { status } = session.value;
  const key = [runId, range.from, range.to, range.times, status];
  const [viewRound, setViewRound] = useState(0);
  const pacer = useMemo(() => createPacer(() => setViewRound((before) => before + 1)), []);
  useEffect(() => () => pacer.stop(), [pacer]);
  const viewed = useLoaded(
    async (signal) => {
      const end = pacer.begin();
      try {
        return { view: await api.runs.view(runId, range, { signal }), at: performance.now() };
      } finally {
        end();
      }
    },
    [...key, round, viewRound],
  );
  const view: Loaded<RunViewResource> = { ...viewed, value: viewed.value?.view };
  const isActive = view.value !== undefined && view.value.status !== 'finished';
  const [chartRound, setChartRound] = useState(0);
  const isWhole = range.from === undefined && range.to === undefined;
  const hasFailed = useRef(false);
  const part = JSON.stringify([range.from, range.to, range.times, label]);
  const loaded = useLoaded(
    async (signal) => ({
      part,
      charts: await api.runs.charts(
        runId,
        { ...range, ...(label === undefined ? {} : { label }) },
        { signal },
      ),
    }),
    // Events cover whole runs only: a selected range, and a failed request, are reloaded by polling.
    [...key, label, chartRound, isActive, isActive && (!isWhole || hasFailed.current) ? round : 0],
  );
  hasFailed.current = loaded.error !== undefined;
  const charts: Loaded<ChartsResource> = { ...loaded, value: loaded.value?.charts };
  const [live, setLive] = useState<Live>(initialLive);
  const refresh = useCallback(() => setRound((before) => before + 1), []);

  useEffect(() => setLive((before) => ({ ...before, columns: undefined })), [charts.value]);
  // After the number of points has doubled, the charts are reloaded with a coarser interval.
  useEffect(() => {
    const [now, first] = [live.columns?.time.length ?? 0, charts.value?.columns.time.length ?? 0];
    if (now > Math.max(mostPoints, 2 * first)) setChartRound((before) => before + 1);
  }, [live.columns]);

  const basis = useRef(charts.value);
  basis.current = charts.value;
  // Events of one label must not be merged into the chart of the previous label, which stays until the new one is loaded.
  const hasBasis = loaded.value?.part === part;
  // After each reload of the charts the events restart at its cursor, so nothing in between is lost.
  const cursor = isWhole ? charts.value?.cursor : undefined;
  // Sessions limit the connections per origin: a hidden page closes its event stream.
  const isVisible = usePageVisible();
  const wasHidden = useRef(false);
  useEffect(() => {
    if (!isVisible) wasHidden.current = true;
    if (!isActive || !hasBasis || !isVisible) return;
    if (wasHidden.current) refresh();
    wasHidden.current = false;
    const events = listen({
      address: () => apiUrl(api.runs.eventsPath(runId, eventsFrom(basis.current, label, range.times))),
      onConnection: (connection) => {
        setLive((before) => {
          if (before.connection === 'lost' && connection === 'open') refresh();
          return { ...before, connection };
        });
      },
      on: {
        state: (data) => {
          setLive((before) => ({ ...before, state: data as StateEvent }));
          refresh();
        },
        // Verdict, thresholds and figures must be consistent, so the whole view is reloaded.
        figures: () => pacer.request(),
        points: (data) =>
          setLive((before) => {
            const base = before.columns ?? basis.current?.columns;
            if (!base) return before;
            const { columns: added, step: stepS } = data as PointsEvent;
            const columns = mergeColumns(base, added, stepS);
            return { ...before, columns };
          }),
        finished: () => {
          events.close();
          refresh();
        },
      },
    });
    return () => events.close();
  }, [runId, isActive, hasBasis, cursor, isVisible, status, label, range.times, refresh]);

  useEffect(() => {
    if (!isActive || !isVisible) return;
    const timer = setInterval(refresh, refreshMs);
    return () => clearInterval(timer);
  }, [isActive, isVisible, refresh]);

  const shownView = useMemo(
    () => (isActive && view.value ? withState(view.value, live.state) : view.value),
    [view.value, live.state, isActive],
  );
  const shownCharts = useMemo(
    () =>
      isActive && charts.value
        ? {
            ...charts.value,
            columns: trimPartialTail((isWhole && hasBasis && live.columns) || charts.value.columns),
          }
        : charts.value,
    [charts.value, live.columns, isWhole, hasBasis, isActive],
  );
  return {
    view: { ...view, value: shownView },
    charts: { ...charts, value: shownCharts },
    connection: isActive ? live.connection : 'open',
    receivedAt: viewed.value?.at ?? performance.now(),
    round,
  };
}

interface Live {
  connection: Connection;
  state?: StateEvent;
  /** All intervals so far; undefined: those of the last response. */
  columns?: ChartsResource['columns'] | undefined;
}

const initialLive: Live = { connection: 'opening' };

function createPacer(send: () => void): RequestPacer {
  return new RequestPacer({
    send,
    minPauseMs,
    pauseFactor,
    nowMs: () => performance.now(),
    schedule: (run, ms) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  });
}

function eventsFrom(
  charts: ChartsResource | undefined,
  label: string | undefined,
  times: RangeInput['times'],
): { step?: 1 | 15 | 300; after?: string; label?: string; times?: NonNullable<RangeInput['times']> } {
  const of = { ...(label === undefined ? {} : { label }), ...(times === undefined ? {} : { times }) };
  if (!charts) return of;
  const step = charts.step >= 300 ? 300 : charts.step >= 15 ? 15 : 1;
  return { step, after: charts.cursor, ...of };
}

/** Applies the state of the latest event, which is newer than the last response. */
function withState(view: RunViewResource, state: StateEvent | undefined): RunViewResource {
  if (!state) return view;
  const { phase, progress, is_stop_requested } = state;
  return { ...view, phase, progress, is_stop_requested };
}
