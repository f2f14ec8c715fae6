import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setInterval } from 'node:timers/promises';
import { refusal } from '../../domain/access.ts';
import { parseCursor } from '../../runs/change-cursor.ts';
import type { LiveEvent, LiveStep } from '../../runs/live-event.ts';
import { checkRange } from '../../runs/run-range.ts';
import { runAccess } from '../access-rules.ts';
import type { Exchange } from '../exchange.ts';
import { type EventAudience, endId, eventText } from '../hal/live-event.ts';
import { type Answer, noContent, type Route } from '../route.ts';
import { eventsQuerySchema } from '../schemas/views.ts';
import { accessOf, runAndLabel } from './run-views.ts';

const retryMs = 2_000;
const lookAgainMs = 3_000;

export const runEventRoutes: Route[] = [
  {
    method: 'GET',
    path: '/runs/:runId/events',
    summary:
      'Server-sent events of a run: state, points, figures, on request view, and finally finished; public runs need no token',
    changesState: false,
    query: eventsQuerySchema,
    success: { status: 200, contentType: 'text/event-stream' },
    handle: followRun,
  },
];

async function followRun(exchange: Exchange): Promise<Answer> {
  const {
    step = 1,
    after,
    label: name,
    times,
    from,
    to,
    view: isViewWanted,
  } = exchange.query(eventsQuerySchema);
  const lastId = exchange.request.headers['last-event-id'];
  const { view, isMember, label } = await runAndLabel(exchange, name);
  checkRange(view.run, { from, to });
  // 204 stops a browser from reconnecting; it would reconnect after any other response.
  if (lastId === endId) return noContent;
  const follow = (signal: AbortSignal) =>
    exchange.deps.live.follow({
      runId: view.run.id,
      stepS: step as LiveStep,
      after: parseCursor(typeof lastId === 'string' ? lastId : after),
      label,
      times,
      view: isViewWanted ? { from, to } : undefined,
      isMember,
      signal,
    });
  const { access, addresses } = accessOf(exchange, isMember);
  const audience = { access, addresses, times };
  return {
    status: 200,
    contentType: 'text/event-stream; charset=utf-8',
    // Disables response buffering in proxies.
    headers: { 'x-accel-buffering': 'no' },
    open: () => {
      const text = (signal: AbortSignal) => textOf(follow(signal), audience);
      // A changed role ends the stream too: the view has the caller's permissions. Public runs need no further checks.
      const isStillIn = isMember
        ? async () => {
            const actor = await exchange.identify();
            return actor !== undefined && (refusal(actor, runAccess) === undefined) === access.mayChange;
          }
        : undefined;
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
  const accessLost = new AbortController();
  const leave = () => accessLost.abort();
  socket.once('close', leave);
  if (isStillIn) {
    leaveOnceOut(isStillIn, accessLost).catch(leave);
  }
  return Readable.from(make(accessLost.signal)).once('close', () => {
    socket.off('close', leave);
    leave();
  });
}

/** Ends the stream within seconds after the user is removed or signed out, or the token is revoked. */
async function leaveOnceOut(isStillIn: () => Promise<boolean>, accessLost: AbortController): Promise<void> {
  for await (const _ of setInterval(lookAgainMs, undefined, { signal: accessLost.signal, ref: false })) {
    // Unknown while the database is unreachable: check again later.
    if (!(await isStillIn().catch(() => true))) accessLost.abort();
  }
}

async function* textOf(
  events: AsyncGenerator<LiveEvent, void>,
  audience: EventAudience,
): AsyncGenerator<string> {
  yield `retry: ${retryMs}\n\n`;
  for await (const event of events) yield eventText(event, audience);
}
