import type { Actor } from '../domain/account.ts';
import type { CalendarEntry } from '../domain/calendar.ts';
import { nextTimes } from '../domain/cron.ts';
import { AppError } from '../domain/errors.ts';
import type { Schedule } from '../domain/schedule.ts';
import { pastEntries } from '../store/calendar.ts';
import { listSchedules } from '../store/schedules.ts';
import type { RunContext } from './run-context.ts';

export interface CalendarQuery {
  from: Date;
  to: Date;
  project: string | undefined;
}

/** Past and planned runs, by time. */
export type ReadCalendar = (actor: Actor, query: CalendarQuery) => Promise<CalendarEntry[]>;

const maxDays = 100;
const maxPast = 2000;
/** A schedule with more times in the range is shown with the first ones. */
const maxPerSchedule = 200;

export function createCalendar(context: RunContext): ReadCalendar {
  const { database, clock } = context.grids;
  return async (actor, query) => {
    const { from, to, project } = query;
    const days = (to.getTime() - from.getTime()) / 86_400_000;
    if (days <= 0 || days > maxDays) {
      const message = `The end of the calendar must be after its start, by at most ${maxDays} days.`;
      throw new AppError('invalid', message, [{ code: 'invalid', message, field: 'to' }]);
    }
    const past = await pastEntries(database, actor, query, maxPast);
    const now = new Date(clock.nowMs());
    const begin = now > from ? now : from;
    const schedules = begin < to ? await listSchedules(database, actor, undefined) : [];
    const planned = schedules
      .filter((schedule) => schedule.isOn && (project === undefined || schedule.project === project))
      .flatMap((schedule) => plannedEntries(schedule, begin, to));
    return [...past, ...planned.sort((one, other) => one.at.getTime() - other.at.getTime())];
  };
}

/** Times of the schedule after `from` and before `to`. */
export function plannedEntries(
  {
    cron,
    timeZone,
    testId,
    testName,
    project,
  }: Pick<Schedule, 'cron' | 'timeZone' | 'testId' | 'testName' | 'project'>,
  from: Date,
  to: Date,
): CalendarEntry[] {
  return nextTimes(cron, timeZone, from, maxPerSchedule)
    .filter((at) => at < to)
    .map((at) => ({
      at,
      kind: 'planned',
      name: testName,
      project,
      runId: null,
      testId,
      verdict: null,
      tone: null,
      reason: null,
    }));
}
