import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setInterval } from 'node:timers/promises';
import type { FiguresEvent, FinishedEvent, PointsEvent, StateEvent } from '../../contract/resources/event.ts';
import { statusOfPhase } from '../../domain/run.ts';
import type { SampleKind } from '../../domain/sample-kind.ts';
import { withoutHostsIn } from '../../domain/without-hosts.ts';
import { parseCursor } from '../../runs/change-cursor.ts';
import type { LiveEvent, LiveStep } from '../../runs/live-event.ts';
import type { Exchange } from '../exchange.ts';
import { timestamp, timestampOrNull } from '../hal/links.ts';
import { figuresResource } from '../hal/report.ts';
import { columnsResource } from '../hal/view.ts';
import { type Answer, noContent, type Route } from '../route.ts';
import { eventsQuerySchema } from '../schemas/views.ts';
import { runAndLabel } from './run-views.ts';

/** Id of the last event: a client that reconnects with it has received everything. */
const endId = 'end';
const retryMs = 2_000;
const lookAgainMs = 3_000;

export const runEventRoutes: Route[] = [
  {
    method: 'GET',
    path: '/runs/:runId/events',
    summary:
      'Server-sent events of a run: state, points, figures and finally finished; public runs need no token',
    changesState: false,
    query: eventsQuerySchema,
    success: { status: 200, contentType: 'text/event-stream' },
    handle: followRun,
  },
];

async function followRun(exchange: Exchange): Promise<Answer> {
  const { step = 1, after, label: name, times } = exchange.query(eventsQuerySchema);
  const lastId = exchange.request.headers['last-event-id'];
  const { view, isMember, label } = await runAndLabel(exchange, name);
  // 204 stops a browser from reconnecting; it would reconnect after any other response.
  if (lastId === endId) return noContent;
  const follow = (signal: AbortSignal) =>
    exchange.deps.live.follow({
      runId: view.run.id,
      stepS: step as LiveStep,
      after: parseCursor(typeof lastId === 'string' ? lastId : after),
      label,
      times,
      isMember,
      signal,
    });
  return {
    status: 200,
    contentType: 'text/event-stream; charset=utf-8',
    // Disables response buffering in proxies.
    headers: { 'x-accel-buffering': 'no' },
    open: () => {
      const text = (signal: AbortSignal) => textOf(follow(signal), isMember, times);
      // Public runs need no further checks.
      const isStillIn = isMember ? async () => (await exchange.identify()) !== undefined : undefined;
      return streamOf(exchange.request.raw.socket, text, isStillIn);
    },
  };
}

/** Ends when the client disconnects or loses access, also while waiting for the next event. */
function streamOf(
  socket: Socket,
  make: (signal: AbortSignal) => AsyncGenerator<string>,
  isStillIn: (() => Promise<boolean>) | undefined,
): Readable {
  const gone = new AbortController();
  const leave = () => gone.abort();
  socket.once('close', leave);
  if (isStillIn) {
    leaveOnceOut(isStillIn, gone).catch(leave);
  }
  return Readable.from(make(gone.signal)).once('close', () => {
    socket.off('close', leave);
    leave();
  });
}

/** Ends the stream within seconds after the user is removed or signed out, or the token is revoked. */
async function leaveOnceOut(isStillIn: () => Promise<boolean>, gone: AbortController): Promise<void> {
  for await (const _ of setInterval(lookAgainMs, undefined, { signal: gone.signal, ref: false })) {
    // Unknown while the database is unreachable: check again later.
    if (!(await isStillIn().catch(() => true))) gone.abort();
  }
}

async function* textOf(
  events: AsyncGenerator<LiveEvent, void>,
  isMember: boolean,
  times: SampleKind | undefined,
): AsyncGenerator<string> {
  yield `retry: ${retryMs}\n\n`;
  for await (const event of events) yield messageOf(event, isMember, times);
}

function messageOf(event: LiveEvent, isMember: boolean, times: SampleKind | undefined): string {
  switch (event.kind) {
    case 'beat':
      return ': still here\n\n';
    case 'state': {
      const data: StateEvent = {
        status: statusOfPhase(event.phase),
        phase: event.phase,
        progress: isMember ? event.progress : null,
        started: timestampOrNull(event.startedAt),
        is_stop_requested: event.isStopRequested,
      };
      return message('state', data);
    }
    case 'points': {
      const data: PointsEvent = {
        start: event.startS,
        step: event.stepS,
        columns: columnsResource(event.columns, event.startS),
      };
      return message('points', data, event.cursor);
    }
    case 'figures': {
      const { report } = event;
      const data: FiguresEvent = {
        as_of: timestamp(new Date(event.atMs)),
        total: figuresResource(report.total, times),
        seconds: report.durationS,
        mean_users: report.meanConcurrency,
        max_users: report.maxConcurrency,
        apdex: report.meanApdex,
      };
      return message('figures', data);
    }
    case 'finished': {
      const thresholds = isMember ? event.thresholds : withoutHostsIn(event.thresholds);
      const data: FinishedEvent = { passed: event.passed, thresholds };
      return message('finished', data, endId);
    }
  }
}

function message(name: string, data: object, id?: string): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
