import type {
  FiguresEvent,
  FinishedEvent,
  PointsEvent,
  StateEvent,
  ViewEvent,
} from '../../contract/resources/event.ts';
import { statusOfPhase } from '../../domain/run.ts';
import type { SampleKind } from '../../domain/sample-kind.ts';
import { withoutHostsIn } from '../../domain/without-hosts.ts';
import type { LiveEvent } from '../../runs/live-event.ts';
import { timestamp, timestampOrNull } from './links.ts';
import { figuresResource } from './report.ts';
import { columnsResource, runViewResource, type ViewAccess, type ViewAddresses } from './view.ts';

/** Id of the last event: a client that reconnects with it has received everything. */
export const endId = 'end';

/** Inputs of the text of an event, besides the event. */
export interface EventAudience {
  access: ViewAccess;
  addresses: ViewAddresses;
  times: SampleKind | undefined;
}

/** Texts by audience: all followers of a run share its events. */
const knownTexts = new WeakMap<LiveEvent, Map<string, string>>();

/** The text of a server-sent event. */
export function eventText(event: LiveEvent, audience: EventAudience): string {
  const texts = knownTexts.get(event) ?? new Map<string, string>();
  knownTexts.set(event, texts);
  const key = JSON.stringify(audience);
  const text = texts.get(key) ?? formatEvent(event, audience);
  texts.set(key, text);
  return text;
}

function formatEvent(event: LiveEvent, audience: EventAudience): string {
  const { access, addresses, times } = audience;
  const { isMember } = access;
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
        total: figuresResource(report.total, times, isMember),
        seconds: report.durationS,
        mean_users: report.meanConcurrency,
        max_users: report.maxConcurrency,
        apdex: report.meanApdex,
      };
      return message('figures', data);
    }
    case 'view': {
      const at = new Date(event.atMs);
      const data: ViewEvent = runViewResource(event.view, event.page, access, addresses, at, times);
      return message('view', data);
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
