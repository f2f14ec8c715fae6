import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withDatabase } from '../../test/support/postgres.ts';
import { insertRunRows } from '../../test/support/rows.ts';
import { runContextFor } from '../../test/support/run-context.ts';
import { ownerOf } from './actor.fixture.ts';
import { createLoadTests } from './create-load-tests.ts';
import { createRuns } from './create-runs.ts';
import { runSchedule, timesDue } from './run-schedule.ts';
import { createSchedules } from './schedules.ts';

const postgres = withDatabase();

test('starts the run of a time that is due, and misses earlier ones', () => {
  const hourly = { cron: '0 * * * *', timeZone: 'UTC' };
  const at = (time: string) => new Date(`2026-11-17T${time}:00Z`);
  assert.deepEqual(timesDue(hourly, at('10:00'), at('10:01')), { current: at('10:00'), missed: [] });
  assert.deepEqual(timesDue(hourly, at('10:00'), at('12:03')), {
    current: at('12:00'),
    missed: [at('10:00'), at('11:00')],
  });
  assert.deepEqual(timesDue(hourly, at('10:00'), at('11:30')), {
    current: undefined,
    missed: [at('10:00'), at('11:00')],
  });
});

test('a schedule starts one run at its time on any service, and reports missed times and failures', async (t) => {
  const database = await postgres.fresh();
  const { runId, accountId, projectId } = await insertRunRows(database);
  await database.query(
    `insert into tests (id, account_id, project_id, name, run_id) values ('shop', $1, $2, 'Shop', $3)`,
    [accountId, projectId, runId],
  );
  await database.query(
    `update runs set test_id = 'shop', plan_name = 'a.jmx', plan_sha256 = 'x', plan_version = 1 where id = $1`,
    [runId],
  );
  const context = await runContextFor(t, database);
  const runs = createRuns(context);
  const [user] = await database.query<{ id: number }>(
    `insert into users (account_id, email, role) values ($1, 'ann@example.com', 'member') returning id`,
    [accountId],
  );
  const actor = { ...ownerOf(accountId), userId: user?.id ?? 0 };
  const schedules = createSchedules(context, createLoadTests(context, runs));
  const made = await schedules.create(actor, 'shop', { cron: '*/10 * * * *', timeZone: 'Europe/Berlin' });
  assert.equal(made.nextTimes.length, 5);
  const { id } = made.schedule;
  const jobAt = async () => {
    const [job] = await database.query<{ at: Date }>(
      'select run_at as at from graphile_worker.jobs where key = $1',
      [`schedule:${id}`],
    );
    return job?.at.getTime();
  };
  assert.equal(await jobAt(), made.nextTimes[0]?.getTime());

  const dueAt = async (interval: string) => {
    await database.query(`update schedules set next_at = now() - $2::interval where id = $1`, [id, interval]);
    await Promise.all([runSchedule(context, runs, id), runSchedule(context, runs, id)]);
    const [view] = await schedules.list(actor, 'shop');
    return view?.lastTimes ?? [];
  };
  const [started, ...others] = await dueAt('2 s');
  assert.equal(started?.outcome, 'started');
  assert.deepEqual(others, []);
  const { run } = await runs.get(actor, started?.runId ?? '');
  assert.deepEqual([run.repeatOf, run.test?.id, run.planVersion], [runId, 'shop', 1]);
  assert.equal(run.startedBy?.email, 'ann@example.com');

  await schedules.change(actor, id, { cron: '0 0 1 1 *' });
  const missed = await dueAt('10 min');
  assert.deepEqual(
    missed.map(({ outcome, reason }) => [outcome, reason]),
    [
      ['started', null],
      ['missed', 'The service was not running.'],
    ],
  );
  await database.query(`update tests set run_id = null`);
  assert.match((await dueAt('1 s'))[0]?.reason ?? '', /All runs of the test were deleted/);
  const paused = await schedules.change(actor, id, { isOn: false });
  assert.deepEqual(paused.nextTimes, []);
  const count = (await dueAt('1 s')).length;
  assert.equal(count, 3, 'a paused schedule starts nothing');
  await schedules.remove(actor, id);
  await runSchedule(context, runs, id);
  assert.deepEqual(await schedules.list(actor), []);
});
