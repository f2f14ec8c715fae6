import type { CalendarEntry } from '../domain/calendar.ts';
import { toneOfVerdict } from '../domain/verdict.ts';
import type { Queryable } from './database.ts';
import type { RunOwner } from './run-lists.ts';

interface CalendarRange {
  from: Date;
  to: Date;
  /** Name; undefined: all projects. */
  project: string | undefined;
}

/** Runs and times of schedules without a run, by time; the newest `limit`. */
export async function pastEntries(
  db: Queryable,
  { accountId, projectId }: RunOwner,
  { from, to, project }: CalendarRange,
  limit: number,
): Promise<CalendarEntry[]> {
  const entries = await db.query<Omit<CalendarEntry, 'tone'> & { passed: boolean | null }>(
    `select * from (
       select runs.created_at as at, 'run' as kind, coalesce(runs.name, tests.name) as name, projects.name as project, runs.id as "runId", test_id as "testId",
         verdict, passed, null as reason, runs.account_id, runs.project_id
       from runs join projects on projects.id = runs.project_id left join tests on tests.id = runs.test_id where runs.deleted_at is null
       union all
       select due_at, 'missed', tests.name, projects.name, null, tests.id, null, null, reason, tests.account_id, tests.project_id
       from schedule_times join schedules on schedules.id = schedule_id join tests on tests.id = test_id
         join projects on projects.id = tests.project_id where outcome in ('missed', 'failed')
     ) as entries
     where account_id = $1 and ($2::int is null or project_id = $2) and ($3::text is null or project = $3)
       and at >= $4 and at < $5 order by at desc limit $6`,
    [accountId, projectId, project ?? null, from, to, limit],
  );
  return entries.reverse().map(({ passed, ...entry }) => ({
    ...entry,
    tone: entry.verdict && toneOfVerdict(entry.verdict, passed),
  }));
}
