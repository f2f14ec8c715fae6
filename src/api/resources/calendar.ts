import Type from 'typebox';
import { type CalendarResource, calendarSchema } from '../../contract/resources/calendar.ts';
import { link, timestamp, withQuery } from '../hal/links.ts';
import { invalid } from '../params/grid-spec.ts';
import { ok, type Route } from '../route.ts';

const dayMs = 86_400_000;

const timeSchema = (description: string) =>
  Type.String({
    pattern: '^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?(Z|[+-]\\d{2}:?\\d{2}))?$',
    'x-expects': 'a date such as 2027-01-31 or 2027-01-31T12:00:00Z',
    description,
  });

const calendarQuerySchema = Type.Object({
  from: Type.Optional(timeSchema('Default: 7 days ago')),
  to: Type.Optional(timeSchema('Exclusive, at most 100 days later. Default: in 7 days')),
  project: Type.Optional(Type.String({ maxLength: 200, description: 'Name of a project' })),
});

export const calendarRoutes: Route[] = [
  {
    method: 'GET',
    path: '/calendar',
    summary: 'What ran, will run by schedules, and could not run',
    changesState: false,
    query: calendarQuerySchema,
    success: { status: 200, schema: calendarSchema },
    handle: async (exchange) => {
      const query = exchange.query(calendarQuerySchema);
      const nowMs = Date.now();
      const from = timeOf('from', query.from) ?? new Date(nowMs - 7 * dayMs);
      const to = timeOf('to', query.to) ?? new Date(nowMs + 7 * dayMs);
      const entries = await exchange.deps.calendar(exchange.actor, { from, to, project: query.project });
      const resource: CalendarResource = {
        _links: { self: link(withQuery('/calendar', query)) },
        from: timestamp(from),
        to: timestamp(to),
        entries: entries.map(({ at, kind, name, project, runId, testId, verdict, tone, reason }) => ({
          at: timestamp(at),
          kind,
          name,
          project,
          run: runId,
          test: testId,
          verdict,
          tone,
          reason,
        })),
      };
      return ok(resource);
    },
  },
];

function timeOf(field: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const at = new Date(text);
  if (!Number.isNaN(at.getTime())) return at;
  const message = `${field} must be a date such as 2027-01-31, not "${text}".`;
  throw invalid([{ code: 'invalid', message, field }]);
}
