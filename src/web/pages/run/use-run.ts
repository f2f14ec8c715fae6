import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { RangeInput } from '../../../contract/inputs.ts';
import type { FiguresEvent, PointsEvent, StateEvent } from '../../../contract/resources/event.ts';
import type { ChartsResource, RunViewResource } from '../../../contract/resources/view.ts';
import { addressOf, api } from '../../app/api.ts';
import { type Connection, listen } from '../../app/events.ts';
import { session } from '../../app/session.ts';
import { type Loaded, useLoaded } from '../../app/use-loaded.ts';
import { mergeColumns } from './merge-columns.ts';

export interface RunData {
  view: Loaded<RunViewResource>;
  charts: Loaded<ChartsResource>;
  connection: Connection;
  /** When the service last told something, on this browser's own clock. */
  heardAt: number;
  /** Counts up when what the events do not carry should be asked for again. */
  round: number;
}

/** What the events do not carry is asked for again this often while the run goes on. */
const refreshMs = 4000;
/** Up to here a chart simply grows. */
const mostPoints = 900;

/** Everything about a run for one range and label, live as long as it goes on. All figures come from the service. */
export function useRun(runId: string, range: RangeInput, label: string | undefined): RunData {
  const [round, setRound] = useState(0);
  const { who } = session.value;
  const key = [runId, range.from, range.to, who];
  const view = useLoaded((signal) => api.runs.view(runId, range, { signal }), [...key, round]);
  const isGoing = view.value !== undefined && view.value.status !== 'finished';
  const [chartRound, setChartRound] = useState(0);
  const isWhole = range.from === undefined && range.to === undefined;
  const part = JSON.stringify([range.from, range.to, label]);
  const loaded = useLoaded(
    async (signal) => ({
      part,
      charts: await api.runs.charts(
        runId,
        { ...range, ...(label === undefined ? {} : { label }) },
        { signal },
      ),
    }),
    // Events tell of whole runs; a range that reaches into what is still to come is asked for again.
    [...key, label, chartRound, isGoing, isGoing && !isWhole ? round : 0],
  );
  const charts: Loaded<ChartsResource> = { ...loaded, value: loaded.value?.charts };
  const [live, setLive] = useState<Live>(quiet);
  const refresh = useCallback(() => setRound((before) => before + 1), []);

  useEffect(() => setLive((before) => ({ ...before, columns: undefined })), [charts.value]);
  // Once a doubled run is drawn, the service is asked again: it answers with coarser points, so that a day is no more than an hour.
  useEffect(() => {
    const [now, first] = [live.columns?.time.length ?? 0, charts.value?.columns.time.length ?? 0];
    if (now > Math.max(mostPoints, 2 * first)) setChartRound((before) => before + 1);
  }, [live.columns]);

  const basis = useRef(charts.value);
  basis.current = charts.value;
  // News of one label must not be put to the points of another, which stay until those of the next one are there.
  const hasBasis = loaded.value?.part === part;
  const step = charts.value?.step ?? 1;
  useEffect(() => {
    if (!isGoing || !hasBasis) return;
    const hear = (change: Partial<Live>) =>
      setLive((before) => ({ ...before, ...change, heardAt: performance.now() }));
    const events = listen({
      address: () => addressOf(api.runs.eventsPath(runId, eventsFrom(basis.current, label))),
      onConnection: (connection) => {
        setLive((before) => {
          if (before.connection === 'lost' && connection === 'open') refresh();
          return { ...before, connection };
        });
      },
      on: {
        state: (data) => {
          hear({ state: data as StateEvent });
          refresh();
        },
        figures: (data) => hear({ figures: data as FiguresEvent }),
        points: (data) =>
          setLive((before) => {
            const base = before.columns ?? basis.current?.columns;
            if (!base) return before;
            const { columns: told, step: stepS } = data as PointsEvent;
            const columns = mergeColumns(base, told, stepS);
            return { ...before, columns, heardAt: performance.now() };
          }),
        finished: () => {
          events.close();
          refresh();
        },
      },
    });
    const timer = setInterval(() => {
      if (!document.hidden) refresh();
    }, refreshMs);
    return () => {
      events.close();
      clearInterval(timer);
    };
  }, [runId, isGoing, hasBasis, step, who, label, refresh]);

  const shownView = useMemo(
    () => (isWhole && isGoing && view.value ? withLive(view.value, live) : view.value),
    [view.value, live.figures, live.state, isWhole, isGoing],
  );
  const shownCharts = useMemo(
    () =>
      isWhole && hasBasis && live.columns && charts.value
        ? { ...charts.value, columns: live.columns }
        : charts.value,
    [charts.value, live.columns, isWhole, hasBasis],
  );
  return {
    view: { ...view, value: shownView },
    charts: { ...charts, value: shownCharts },
    connection: isGoing ? live.connection : 'open',
    heardAt: live.heardAt,
    round,
  };
}

interface Live {
  connection: Connection;
  heardAt: number;
  state?: StateEvent;
  figures?: FiguresEvent;
  /** All intervals so far; undefined: as the last answer of the service has them. */
  columns?: ChartsResource['columns'] | undefined;
}

const quiet: Live = { connection: 'opening', heardAt: performance.now() };

function eventsFrom(
  charts: ChartsResource | undefined,
  label: string | undefined,
): { step?: 1 | 15 | 300; after?: string; label?: string } {
  const of = label === undefined ? {} : { label };
  if (!charts) return of;
  const step = charts.step >= 300 ? 300 : charts.step >= 15 ? 15 : 1;
  return { step, after: charts.cursor, ...of };
}

/** The newer of what was asked for and what was told. */
function withLive(view: RunViewResource, { figures, state }: Live): RunViewResource {
  const isNewer = figures !== undefined && figures.as_of > view.as_of;
  const told = isNewer ? figures : undefined;
  return {
    ...view,
    ...(state
      ? { phase: state.phase, progress: state.progress, is_stop_requested: state.is_stop_requested }
      : {}),
    ...(told
      ? {
          as_of: told.as_of,
          total: told.total,
          seconds: told.seconds,
          mean_users: told.mean_users,
          max_users: told.max_users,
          apdex: told.apdex,
        }
      : {}),
  };
}
