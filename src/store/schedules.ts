import type { Schedule, ScheduledTime } from '../domain/schedule.ts';
import type { Queryable } from './database.ts';
import type { RunOwner } from './run-lists.ts';

const selectSchedule = `select schedules.id, test_id as "testId", tests.name as "testName", projects.name as project,
  projects.id as "projectId", cron,
  time_zone as "timeZone", is_on as "isOn", schedules.user_id as "userId", next_at as "nextAt"
  from schedules join tests on tests.id = test_id join projects on projects.id = tests.project_id`;

export interface NewSchedule {
  id: string;
  testId: string;
  cron: string;
  timeZone: string;
  userId: number;
  nextAt: Date | null;
}

export async function insertSchedule(tx: Queryable, schedule: NewSchedule): Promise<void> {
  const { id, testId, cron, timeZone, userId, nextAt } = schedule;
  await tx.query(
    `insert into schedules (id, test_id, cron, time_zone, user_id, next_at) values ($1, $2, $3, $4, $5, $6)`,
    [id, testId, cron, timeZone, userId, nextAt],
  );
}

export async function changeSchedule(
  tx: Queryable,
  id: string,
  { cron, timeZone, isOn, nextAt }: Pick<Schedule, 'cron' | 'timeZone' | 'isOn' | 'nextAt'>,
): Promise<void> {
  await tx.query(`update schedules set cron = $2, time_zone = $3, is_on = $4, next_at = $5 where id = $1`, [
    id,
    cron,
    timeZone,
    isOn,
    nextAt,
  ]);
}

export async function deleteSchedule(db: Queryable, id: string): Promise<void> {
  await db.query('delete from schedules where id = $1', [id]);
}

/** Undefined unless it belongs to the owner. */
export async function findSchedule(
  db: Queryable,
  { accountId, projectId }: RunOwner,
  id: string,
): Promise<Schedule | undefined> {
  const [row] = await db.query<Schedule>(
    `${selectSchedule} where schedules.id = $1 and tests.account_id = $2 and ($3::int is null or tests.project_id = $3)`,
    [id, accountId, projectId],
  );
  return row;
}

/** Locks the row, so that one service starts the run of a time. */
export async function lockSchedule(tx: Queryable, id: string): Promise<Schedule | undefined> {
  const [row] = await tx.query<Schedule>(
    `${selectSchedule} where schedules.id = $1 for update of schedules`,
    [id],
  );
  return row;
}

/** The soonest first. */
export async function listSchedules(
  db: Queryable,
  { accountId, projectId }: RunOwner,
  testId: string | undefined,
): Promise<Schedule[]> {
  return db.query<Schedule>(
    `${selectSchedule} where tests.account_id = $1 and ($2::int is null or tests.project_id = $2)
       and ($3::text is null or test_id = $3) order by next_at nulls last, schedules.id limit 500`,
    [accountId, projectId, testId ?? null],
  );
}

/** Enabled schedules, with their next time. */
export async function dueSchedules(db: Queryable): Promise<{ id: string; nextAt: Date }[]> {
  return db.query<{ id: string; nextAt: Date }>(
    `select id, next_at as "nextAt" from schedules where is_on and next_at is not null`,
  );
}

export async function setNextTime(tx: Queryable, id: string, nextAt: Date | null): Promise<void> {
  await tx.query('update schedules set next_at = $2 where id = $1', [id, nextAt]);
}

/** Records the outcome of times; an earlier record is replaced. */
export async function recordTimes(
  db: Queryable,
  scheduleId: string,
  times: readonly ScheduledTime[],
): Promise<void> {
  for (const { dueAt, outcome, runId, reason } of times)
    await db.query(
      `insert into schedule_times (schedule_id, due_at, outcome, run_id, reason)
       select id, $2, $3, $4, $5 from schedules where id = $1
       on conflict (schedule_id, due_at) do update set outcome = $3, run_id = $4, reason = $5`,
      [scheduleId, dueAt, outcome, runId, reason],
    );
}

/** Marks times whose run was being created when the service was killed. */
export async function failAbandonedTimes(
  db: Queryable,
  olderThanMs: number,
): Promise<(ScheduledTime & { scheduleId: string })[]> {
  return db.query(
    `update schedule_times set outcome = 'failed', reason = 'The service ended while it created the run.'
     where outcome = 'starting' and due_at < now() - $1 * interval '1 millisecond'
     returning schedule_id as "scheduleId", due_at as "dueAt", outcome, run_id as "runId", reason`,
    [olderThanMs],
  );
}

/** The latest times of each schedule, the newest first. */
export async function lastTimes(
  db: Queryable,
  scheduleIds: readonly string[],
  limit: number,
): Promise<Map<string, ScheduledTime[]>> {
  const rows = await db.query<ScheduledTime & { scheduleId: string }>(
    `select schedule_id as "scheduleId", due_at as "dueAt", outcome, run_id as "runId", reason from (
       select *, row_number() over (partition by schedule_id order by due_at desc) as place from schedule_times
       where schedule_id = any($1)) as numbered
     where place <= $2 order by due_at desc`,
    [scheduleIds, limit],
  );
  const bySchedule = new Map<string, ScheduledTime[]>(scheduleIds.map((id) => [id, []]));
  for (const { scheduleId, ...time } of rows) bySchedule.get(scheduleId)?.push(time);
  return bySchedule;
}
