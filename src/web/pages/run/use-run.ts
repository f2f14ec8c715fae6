import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { RangeInput } from '../../../contract/inputs.ts';
import type { PointsEvent, StateEvent } from '../../../contract/resources/event.ts';
import type { ChartsResource, RunViewResource } from '../../../contract/resources/view.ts';
import { addressOf, api } from '../../app/api.ts';
import { type Connection, listen } from '../../app/events.ts';
import { Pace } from '../../app/pace.ts';
import { session } from '../../app/session.ts';
import { type Loaded, useLoaded } from '../../app/use-loaded.ts';
import { useSeen } from '../../app/use-seen.ts';
import { mergeColumns } from './merge-columns.ts';
import { withoutIslands } from './without-islands.ts';

export interface RunData {
  view: Loaded<RunViewResource>;
  charts: Loaded<ChartsResource>;
  connection: Connection;
  /** When the figures came, on this browser's own clock. */
  heardAt: number;
  /** Counts up when what the events do not carry should be asked for again. */
  round: number;
}

/** What the events do not carry is asked for again this often while the run goes on. */
const refreshMs = 4000;
/** New figures are asked for no sooner than this, and a service that takes long is left alone for so many times as long. */
const shortestPauseMs = 800;
const pausesPerAnswer = 4;
/** Up to here a chart simply grows. */
const mostPoints = 900;

/** Everything about a run for one range and label, live as long as it goes on. All figures come from the service. */
export function useRun(runId: string, range: RangeInput, label: string | undefined): RunData {
  const [round, setRound] = useState(0);
  const { who } = session.value;
  const key = [runId, range.from, range.to, range.times, who];
  const [viewRound, setViewRound] = useState(0);
  const pace = useMemo(() => createPace(() => setViewRound((before) => before + 1)), []);
  useEffect(() => () => pace.stop(), [pace]);
  const viewed = useLoaded(
    async (signal) => {
      const end = pace.begin();
      try {
        return { view: await api.runs.view(runId, range, { signal }), at: performance.now() };
      } finally {
        end();
      }
    },
    [...key, round, viewRound],
  );
  const view: Loaded<RunViewResource> = { ...viewed, value: viewed.value?.view };
  const isGoing = view.value !== undefined && view.value.status !== 'finished';
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
    // Events tell of whole runs; a range that reaches into what is still to come is asked for again, and so is what failed.
    [...key, label, chartRound, isGoing, isGoing && (!isWhole || hasFailed.current) ? round : 0],
  );
  hasFailed.current = loaded.error !== undefined;
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
  // Whenever the charts come anew, the events begin where those end: what came meanwhile is in neither.
  const cursor = isWhole ? charts.value?.cursor : undefined;
  // A browser keeps only so many connections to one service, so a page that nobody sees gives its own back.
  const isSeen = useSeen();
  const wasHidden = useRef(false);
  useEffect(() => {
    if (!isSeen) wasHidden.current = true;
    if (!isGoing || !hasBasis || !isSeen) return;
    if (wasHidden.current) refresh();
    wasHidden.current = false;
    const events = listen({
      address: () => addressOf(api.runs.eventsPath(runId, eventsFrom(basis.current, label, range.times))),
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
        // The verdict, thresholds and figures of one moment belong together, so all of them are asked for.
        figures: () => pace.want(),
        points: (data) =>
          setLive((before) => {
            const base = before.columns ?? basis.current?.columns;
            if (!base) return before;
            const { columns: told, step: stepS } = data as PointsEvent;
            const columns = mergeColumns(base, told, stepS);
            return { ...before, columns };
          }),
        finished: () => {
          events.close();
          refresh();
        },
      },
    });
    return () => events.close();
  }, [runId, isGoing, hasBasis, cursor, isSeen, who, label, range.times, refresh]);

  useEffect(() => {
    if (!isGoing || !isSeen) return;
    const timer = setInterval(refresh, refreshMs);
    return () => clearInterval(timer);
  }, [isGoing, isSeen, refresh]);

  const shownView = useMemo(
    () => (isGoing && view.value ? withState(view.value, live.state) : view.value),
    [view.value, live.state, isGoing],
  );
  const shownCharts = useMemo(
    () =>
      isGoing && charts.value
        ? {
            ...charts.value,
            columns: withoutIslands((isWhole && hasBasis && live.columns) || charts.value.columns),
          }
        : charts.value,
    [charts.value, live.columns, isWhole, hasBasis, isGoing],
  );
  return {
    view: { ...view, value: shownView },
    charts: { ...charts, value: shownCharts },
    connection: isGoing ? live.connection : 'open',
    heardAt: viewed.value?.at ?? performance.now(),
    round,
  };
}

interface Live {
  connection: Connection;
  state?: StateEvent;
  /** All intervals so far; undefined: as the last answer of the service has them. */
  columns?: ChartsResource['columns'] | undefined;
}

const quiet: Live = { connection: 'opening' };

function createPace(ask: () => void): Pace {
  return new Pace({
    ask,
    shortestPauseMs,
    pausesPerAnswer,
    nowMs: () => performance.now(),
    later: (run, ms) => {
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

/** What an event told about the state comes sooner than the next answer. */
function withState(view: RunViewResource, state: StateEvent | undefined): RunViewResource {
  if (!state) return view;
  const { phase, progress, is_stop_requested } = state;
  return { ...view, phase, progress, is_stop_requested };
}
