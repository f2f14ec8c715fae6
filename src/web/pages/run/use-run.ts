import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { RangeInput } from '../../../contract/inputs.ts';
import type { PointsEvent, StateEvent, ViewEvent } from '../../../contract/resources/event.ts';
import type { ChartsResource, RunViewResource } from '../../../contract/resources/view.ts';
import { api, apiUrl } from '../../app/api.ts';
import { type Connection, listen } from '../../app/events.ts';
import { session } from '../../app/session.ts';
import { type Loaded, useLoaded } from '../../app/use-loaded.ts';
import { usePageVisible } from '../../app/use-page-visible.ts';
import { mergeColumns } from './merge-columns.ts';
import { trimPartialTail } from './trim-partial-tail.ts';

export interface RunData {
  view: Loaded<RunViewResource>;
  /** Reloads after changes that events report. */
  reloadUnlessLive(): void;
  charts: Loaded<ChartsResource>;
  connection: Connection;
  /** When the view was received, on the performance.now() clock. */
  receivedAt: number;
  /** Increases when data that events do not carry should be reloaded. */
  round: number;
}

/** Reload interval during the run, for data that events do not carry. */
const refreshMs = 4000;
/** Up to this number of points, a chart is only appended to. */
const maxPoints = 900;

/** Data of a run for one range and label, live until it finishes. All figures come from the service. */
export function useRun(runId: string, range: RangeInput, label: string | undefined): RunData {
  const [round, setRound] = useState(0);
  const { status } = session.value;
  const key = [runId, range.from, range.to, range.times, status];
  const viewPart = JSON.stringify(key);
  // Once per run and range: events carry the later views.
  const viewed = useLoaded(
    async (signal) => received(viewPart, await api.runs.view(runId, range, { signal })),
    key,
  );
  const view = viewed.value?.view;
  const isActive = view !== undefined && view.status !== 'finished';
  const [chartRound, setChartRound] = useState(0);
  const isWhole = range.from === undefined && range.to === undefined;
  const hasFailed = useRef(false);
  const part = JSON.stringify([runId, range.from, range.to, range.times, label]);
  const loaded = useLoaded(
    async (signal) => ({
      part,
      charts: await api.runs.charts(
        runId,
        { ...range, ...(label === undefined ? {} : { label }) },
        { signal },
      ),
    }),
    // Events have the points of whole runs only: a selected range, and a failed request, are reloaded by polling.
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
    if (now > Math.max(maxPoints, 2 * first)) setChartRound((before) => before + 1);
  }, [live.columns]);

  // Events of one label must not be merged into the chart of the previous label, which stays until the new one is loaded.
  const hasBasis = loaded.value?.part === part;
  const basis = useRef<ChartsResource>(undefined);
  basis.current = hasBasis ? charts.value : undefined;
  const latestView = useRef(view);
  latestView.current = view;
  const isLoading = useRef(false);
  isLoading.current = viewed.isLoading;
  // The events start after the responses: those must not replace a later view.
  const isReady = viewed.value?.part === viewPart && (hasBasis || loaded.error !== undefined);
  // After each reload of the charts the events restart at its cursor, so nothing in between is lost.
  const cursor = isWhole ? charts.value?.cursor : undefined;
  // Sessions limit the connections per origin: a hidden page closes its event stream.
  const isVisible = usePageVisible();
  const wasHidden = useRef(false);
  useEffect(() => {
    if (!isVisible) wasHidden.current = true;
    if (!isActive || !isReady || !isVisible) return;
    if (wasHidden.current) refresh();
    wasHidden.current = false;
    const events = listen({
      address: () => apiUrl(api.runs.eventsPath(runId, eventsFrom(basis.current, label, range))),
      onConnection: (connection) => {
        setLive((before) => {
          if (before.connection === 'lost' && connection === 'open') refresh();
          return { ...before, connection };
        });
      },
      onRefused: viewed.reload,
      on: {
        state: (data) => {
          setLive((before) => ({ ...before, state: data as StateEvent }));
          refresh();
        },
        view: (data) => {
          const next = data as ViewEvent;
          // A pending request was sent after a change by the user, which this view may lack.
          if (isLoading.current || isOutdated(next, latestView.current)) return;
          viewed.replace(received(viewPart, next));
          setLive((before) => ({ ...before, state: undefined }));
          if (next.status === 'finished') refresh();
        },
        points: (data) =>
          setLive((before) => {
            if (!basis.current) return before;
            const { columns: added, step: stepS } = data as PointsEvent;
            const columns = mergeColumns(before.columns ?? basis.current.columns, added, stepS);
            return { ...before, columns };
          }),
        finished: () => {
          events.close();
          if (isLoading.current || latestView.current?.status !== 'finished') viewed.reload();
        },
      },
    });
    return () => events.close();
  }, [viewPart, isActive, isReady, cursor, isVisible, label, refresh]);

  useEffect(() => {
    if (isActive && viewed.error) viewed.reload();
  }, [round]);
  useEffect(() => {
    if (!isActive || !isVisible) return;
    const timer = setInterval(refresh, refreshMs);
    return () => clearInterval(timer);
  }, [isActive, isVisible, refresh]);

  const shownView = useMemo(
    () => (isActive && view ? withState(view, live.state) : view),
    [view, live.state, isActive],
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
    view: { ...viewed, value: shownView },
    // While connected, the next event has the change.
    reloadUnlessLive: isActive && live.connection === 'open' ? () => undefined : viewed.reload,
    charts: { ...charts, value: shownCharts },
    connection: isActive ? live.connection : 'open',
    receivedAt: viewed.value?.at ?? performance.now(),
    round,
  };
}

interface Live {
  connection: Connection;
  /** Newer than the view. */
  state?: StateEvent | undefined;
  /** All intervals so far; undefined: those of the last response. */
  columns?: ChartsResource['columns'] | undefined;
}

const initialLive: Live = { connection: 'opening' };

/** A view of one run and range, with the time it was received. */
function received(part: string, view: RunViewResource) {
  return { part, view, at: performance.now() };
}

/** Followers share views: the first event may be older than the response. */
function isOutdated(next: ViewEvent, shown: RunViewResource | undefined): boolean {
  if (shown === undefined || next.as_of >= shown.as_of) return false;
  return next.status !== 'finished' || shown.status === 'finished';
}

function eventsFrom(charts: ChartsResource | undefined, label: string | undefined, range: RangeInput) {
  const of = { ...range, view: true, ...(label === undefined ? {} : { label }) };
  if (!charts) return of;
  const step: 1 | 15 | 300 = charts.step >= 300 ? 300 : charts.step >= 15 ? 15 : 1;
  return { ...of, step, after: charts.cursor };
}

/** Applies the state of the latest event, which is newer than the last response. */
function withState(view: RunViewResource, state: StateEvent | undefined): RunViewResource {
  if (!state) return view;
  const { phase, progress, is_stop_requested } = state;
  return { ...view, phase, progress, is_stop_requested };
}
