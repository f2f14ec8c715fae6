import { nextTimes } from '../domain/cron.ts';
import { AppError } from '../domain/errors.ts';
import { missedAfterMs, type Schedule, type ScheduledTime } from '../domain/schedule.ts';
import { databaseNowMs } from '../store/now.ts';
import { failAbandonedTimes, lockSchedule, recordTimes, setNextTime } from '../store/schedules.ts';
import { findTest } from '../store/tests.ts';
import { notifyOfSchedule } from './notifications/notify.ts';
import type { RunContext } from './run-context.ts';
import type { Runs } from './runs.ts';
import { scheduleNext } from './schedules.ts';

/** Missed times recorded at once. */
const maxMissed = 100;

/**
 * Starts the run of a schedule that is due, or records its missed times, and schedules the next time. The time is
 * recorded before the run is created, so that no time starts two runs.
 */
export async function runSchedule(context: RunContext, runs: Runs, scheduleId: string): Promise<void> {
  const { database, log } = context.grids;
  await reportAbandonedTimes(context);
  const due = await database.transaction(async (tx) => {
    const schedule = await lockSchedule(tx, scheduleId);
    if (!schedule?.isOn || schedule.nextAt === null) return undefined;
    const now = new Date(await databaseNowMs(tx));
    if (schedule.nextAt > now) {
      await scheduleNext(tx, scheduleId, schedule.nextAt);
      return undefined;
    }
    const { current, missed } = timesDue(schedule, schedule.nextAt, now);
    const times = [
      ...missed.map((dueAt) => timeWithout(dueAt, 'missed', 'The service was not running.')),
      ...(current ? [timeWithout(current, 'starting', null)] : []),
    ];
    await recordTimes(tx, scheduleId, times);
    await notifyOfSchedule(context, tx, schedule, times);
    const [nextAt = null] = nextTimes(schedule.cron, schedule.timeZone, now, 1);
    await setNextTime(tx, scheduleId, nextAt);
    await scheduleNext(tx, scheduleId, nextAt);
    if (missed.length > 0) log.warn({ scheduleId, missed: missed.length }, 'schedule.missed');
    return current && { schedule, dueAt: current };
  });
  if (!due) return;
  const { schedule, dueAt } = due;
  const time = await start(context, runs, schedule, dueAt);
  await database.transaction(async (tx) => {
    await recordTimes(tx, scheduleId, [time]);
    await notifyOfSchedule(context, tx, schedule, [time]);
  });
}

/** Of all schedules. */
async function reportAbandonedTimes(context: RunContext): Promise<void> {
  await context.grids.database.transaction(async (tx) => {
    for (const time of await failAbandonedTimes(tx, missedAfterMs)) {
      const schedule = await lockSchedule(tx, time.scheduleId);
      if (schedule) await notifyOfSchedule(context, tx, schedule, [time]);
    }
  });
}

/** The time whose run starts now, unless it is too late, and the times that are missed. */
export function timesDue(
  { cron, timeZone }: Pick<Schedule, 'cron' | 'timeZone'>,
  nextAt: Date,
  now: Date,
): { current: Date | undefined; missed: Date[] } {
  const later = nextTimes(cron, timeZone, nextAt, maxMissed).filter((at) => at <= now);
  const all = [nextAt, ...later];
  const last = all.at(-1);
  const isInTime = last !== undefined && now.getTime() - last.getTime() <= missedAfterMs;
  return isInTime ? { current: last, missed: all.slice(0, -1) } : { current: undefined, missed: all };
}

async function start(
  context: RunContext,
  runs: Runs,
  { id, testId, userId }: Schedule,
  dueAt: Date,
): Promise<ScheduledTime> {
  const { database, log } = context.grids;
  try {
    const test = await findTest(database, testId);
    if (!test || test.runId === null)
      return timeWithout(dueAt, 'failed', 'All runs of the test were deleted, with its plan.');
    const { run } = await runs.repeatByService(test.runId, userId);
    log.info({ scheduleId: id, runId: run.id }, 'schedule.started');
    return { dueAt, outcome: 'started', runId: run.id, reason: null };
  } catch (error) {
    log.warn({ err: error, scheduleId: id }, 'schedule.failed');
    const reason = error instanceof AppError ? error.message : 'Internal error: see the log of the service.';
    return timeWithout(dueAt, 'failed', reason);
  }
}

function timeWithout(dueAt: Date, outcome: ScheduledTime['outcome'], reason: string | null): ScheduledTime {
  return { dueAt, outcome, runId: null, reason };
}
