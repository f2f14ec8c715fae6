import type { Actor } from '../domain/account.ts';
import { checkCron, nextTimes } from '../domain/cron.ts';
import { AppError } from '../domain/errors.ts';
import { runScheduleJob } from '../domain/jobs.ts';
import type { Schedule, ScheduledTime } from '../domain/schedule.ts';
import { newId } from '../lib/id.ts';
import type { Queryable } from '../store/database.ts';
import { addJob } from '../store/jobs.ts';
import {
  changeSchedule,
  deleteSchedule,
  findSchedule,
  insertSchedule,
  lastTimes,
  listSchedules,
} from '../store/schedules.ts';
import type { LoadTests } from './load-tests.ts';
import type { RunContext } from './run-context.ts';

/** Operations on schedules. */
export interface Schedules {
  /** The soonest first; of one test or of all. */
  list(actor: Actor, testId?: string): Promise<ScheduleView[]>;
  create(actor: Actor, testId: string, input: { cron: string; timeZone: string }): Promise<ScheduleView>;
  change(actor: Actor, scheduleId: string, changes: ScheduleChanges): Promise<ScheduleView>;
  remove(actor: Actor, scheduleId: string): Promise<void>;
}

/** Undefined: unchanged. */
export interface ScheduleChanges {
  cron?: string | undefined;
  timeZone?: string | undefined;
  isOn?: boolean | undefined;
}

export interface ScheduleView {
  schedule: Schedule;
  /** The next five. */
  nextTimes: Date[];
  /** The latest ten, the newest first. */
  lastTimes: ScheduledTime[];
}

const shownNext = 5;
const shownLast = 10;
const maxPerTest = 20;

export function createSchedules(context: RunContext, tests: LoadTests): Schedules {
  const { database, clock } = context.grids;

  async function view(schedules: readonly Schedule[]): Promise<ScheduleView[]> {
    const past = await lastTimes(
      database,
      schedules.map(({ id }) => id),
      shownLast,
    );
    const now = new Date(clock.nowMs());
    return schedules.map((schedule) => ({
      schedule,
      nextTimes: schedule.isOn ? nextTimes(schedule.cron, schedule.timeZone, now, shownNext) : [],
      lastTimes: past.get(schedule.id) ?? [],
    }));
  }

  async function findOwn(actor: Actor, id: string): Promise<Schedule> {
    const found = await findSchedule(database, actor, id);
    if (found) return found;
    throw new AppError('not_found', `Sorry, we cannot find that resource. There is no schedule ${id}.`);
  }

  const viewOne = async (actor: Actor, id: string) => {
    const [only] = await view([await findOwn(actor, id)]);
    return only as ScheduleView;
  };

  const firstTime = (cron: string, timeZone: string) =>
    nextTimes(cron, timeZone, new Date(clock.nowMs()), 1)[0] ?? null;

  return {
    async list(actor, testId) {
      if (testId !== undefined) await tests.get(actor, testId);
      return view(await listSchedules(database, actor, testId));
    },

    async create(actor, testId, { cron, timeZone }) {
      await tests.get(actor, testId);
      checkCron(cron, timeZone);
      if ((await listSchedules(database, actor, testId)).length >= maxPerTest)
        throw new AppError('invalid', `A test has at most ${maxPerTest} schedules. Delete one first.`);
      const id = newId();
      const nextAt = firstTime(cron, timeZone);
      await database.transaction(async (tx) => {
        await insertSchedule(tx, { id, testId, cron, timeZone, userId: actor.userId, nextAt });
        await scheduleNext(tx, id, nextAt);
      });
      return viewOne(actor, id);
    },

    async change(actor, id, changes) {
      const before = await findOwn(actor, id);
      const { cron = before.cron, timeZone = before.timeZone, isOn = before.isOn } = changes;
      checkCron(cron, timeZone);
      const nextAt = isOn ? firstTime(cron, timeZone) : null;
      await database.transaction(async (tx) => {
        await changeSchedule(tx, id, { cron, timeZone, isOn, nextAt });
        await scheduleNext(tx, id, nextAt);
      });
      return viewOne(actor, id);
    },

    async remove(actor, id) {
      await findOwn(actor, id);
      await deleteSchedule(database, id);
    },
  };
}

/** Schedules the job of the next time; it replaces a pending one. */
export async function scheduleNext(db: Queryable, scheduleId: string, nextAt: Date | null): Promise<void> {
  if (nextAt !== null) await addJob(db, runScheduleJob, { scheduleId }, nextAt);
}
