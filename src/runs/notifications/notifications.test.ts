import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { startMailServer } from '../../../test/support/mail-server.ts';
import { withDatabase } from '../../../test/support/postgres.ts';
import { startReceiver } from '../../../test/support/receiver.ts';
import { insertRunRows } from '../../../test/support/rows.ts';
import { runContextFor } from '../../../test/support/run-context.ts';
import { createMailer } from '../../accounts/mailer.ts';
import { AppError } from '../../domain/errors.ts';
import type { ChannelKind } from '../../domain/notification.ts';
import { ownerOf } from '../actor.fixture.ts';
import { createRuns } from '../create-runs.ts';
import { runSchedule } from '../run-schedule.ts';
import { deliver } from './deliver.ts';
import { webhookHeaders } from './formats.ts';
import { createNotifications } from './notifications.ts';
import { notifyOfRun, scheduleRunNotice } from './notify.ts';

const postgres = withDatabase();

/** A finished run that is worse than its baseline. */
async function stage(t: TestContext, change: Parameters<typeof runContextFor>[2] = {}) {
  const database = await postgres.fresh();
  const { runId, accountId, projectId } = await insertRunRows(database);
  const baseline = { runId: 'b', verdict: 'worse', sentence: 'p95 is 20 % higher.', basis: '' };
  await database.query(
    `update runs set phase = 'finished', name = 'Shop', started_at = now(), stopped_at = now(), verdict = 'passed', thresholds = '[]',
       doubts = '{}', is_complete = true, baseline = $2 where id = $1`,
    [runId, JSON.stringify(baseline)],
  );
  const context = await runContextFor(t, database, { outbound: 'allow:127.0.0.1', ...change });
  const notifications = createNotifications(context);
  const actor = ownerOf(accountId);
  const add = async (kind: ChannelKind, address: string, project: string | null = null) =>
    notifications.create(actor, { kind, address, project, events: ['finished', 'worse', 'cannot_start'] });
  const deliveries = async (id: string) => notifications.deliveries(actor, id);
  const jobs = () =>
    database.query<{ task: string; payload: { deliveryId: string }; afterS: number }>(
      `select identifier as task, payload, extract(epoch from run_at - updated_at)::float as "afterS"
       from graphile_worker._private_jobs as jobs join graphile_worker._private_tasks as tasks on tasks.id = task_id
       where identifier = 'notification.deliver' order by jobs.id`,
    );
  return { database, context, notifications, actor, runId, projectId, add, deliveries, jobs };
}

test('a finished run is reported once to each channel, signed, and retried until it is delivered', async (t) => {
  await using receiver = await startReceiver();
  const mail = await startMailServer();
  t.after(() => mail.close());
  const mailer = createMailer({ smtpUrl: mail.url, from: 'spate@example.com' });
  const s = await stage(t, { sendMail: (one) => mailer.send(one) });
  const hook = await s.add('webhook', `${receiver.url}/hook?key=1`);
  const slack = await s.add('slack', `${receiver.url}/slack`);
  const teams = await s.add('teams', `${receiver.url}/teams`);
  const person = await s.add('email', 'ann@example.com');
  const elsewhere = await s.add('webhook', `${receiver.url}/other`, 'Other');
  assert.deepEqual([hook.channel.target, slack.secret], [receiver.url, null]);

  await notifyOfRun(s.context, s.runId);
  await notifyOfRun(s.context, s.runId);
  const pending = await s.jobs();
  assert.equal(pending.length, 4);
  receiver.answerWith(503);
  for (const { payload } of pending) await deliver(s.context, payload.deliveryId);
  const [failed] = await s.deliveries(hook.channel.id);
  assert.deepEqual(
    [failed?.state, failed?.attempts, failed?.reason],
    ['pending', 1, 'The receiver returned status 503.'],
  );
  const retries = (await s.jobs()).filter(({ afterS }) => afterS > 0 && afterS <= 10);
  assert.equal(retries.length, 3, 'the mail is delivered');

  receiver.answerWith(204);
  receiver.requests.length = 0;
  for (const { payload } of retries) await deliver(s.context, payload.deliveryId);
  for (const { channel } of [hook, slack, teams, person])
    assert.equal((await s.deliveries(channel.id))[0]?.state, 'delivered', channel.kind);
  assert.deepEqual(await s.deliveries(elsewhere.channel.id), []);
  assert.deepEqual(receiver.requests.map(({ path }) => path).sort(), ['/hook?key=1', '/slack', '/teams']);
  const request = receiver.requests.find(({ path }) => path.startsWith('/hook'));
  const body = JSON.parse(request?.body ?? '');
  assert.deepEqual([body.type, body.data.events], ['run.finished', ['finished', 'worse']]);
  assert.deepEqual(
    [body.data.run.uuid, body.data.run.baseline.verdict, body.data.url],
    [s.runId, 'worse', `https://spate.test/app/runs/${s.runId}`],
  );
  const nowMs = Number(request?.headers['webhook-timestamp']) * 1000;
  const signed = webhookHeaders(hook.secret ?? '', {
    id: failed?.id ?? '',
    body: request?.body ?? '',
    nowMs,
  });
  assert.deepEqual(
    [request?.headers['webhook-id'], request?.headers['webhook-signature']],
    [failed?.id, signed['webhook-signature']],
  );
  assert.match(mail.mails[0]?.text ?? '', /Subject: \[Spate\] Shop: Broken, worse than the baseline/);
  await deliver(s.context, failed?.id ?? '');
  assert.equal(receiver.requests.length, 3, 'a delivered message is not sent again');
});

test('a test message is sent once; addresses that are not allowed are refused early and late', async (t) => {
  await using receiver = await startReceiver();
  const s = await stage(t);
  const { channel } = await s.add('webhook', receiver.url);
  assert.equal((await s.notifications.sendTest(s.actor, channel.id)).state, 'delivered');
  receiver.answerWith(302);
  const failed = await s.notifications.sendTest(s.actor, channel.id);
  assert.equal(failed.state, 'failed');
  assert.match(failed.reason ?? '', /status 302.*Redirects are not followed/);
  for (const [kind, address, says] of [
    ['webhook', 'http://127.0.0.2/', /not an allowed address.*SPATE_OUTBOUND/],
    ['slack', 'http://[::1]/', /not an allowed address/],
    ['teams', 'ftp://example.com', /starts with https/],
    ['email', 'ann@example.com', /SPATE_SMTP_URL/],
    ['email', 'a@b, c@d', /e-mail address is required/],
  ] as const)
    await assert.rejects(s.add(kind, address), (error) => {
      assert.ok(error instanceof AppError && error.code === 'invalid');
      assert.match(error.message, says);
      return true;
    });
  const [row] = await s.database.query<{ sealed: Buffer }>(
    'select sealed_address as sealed from notification_channels',
  );
  assert.ok(row && !row.sealed.includes('127.0.0.1'), 'the address is encrypted');
  const { sealer } = s.context.grids;
  await s.database.query('update notification_channels set sealed_address = $1', [
    sealer.seal('http://127.0.0.9/'),
  ]);
  await notifyOfRun(s.context, s.runId);
  const [late] = await s.deliveries(channel.id);
  await deliver(s.context, late?.id ?? '');
  assert.equal(
    (await s.deliveries(channel.id))[0]?.state,
    'failed',
    'an address that is not allowed is not retried',
  );
});

test('a paused channel gets nothing, and a run of a project without channels costs no job', async (t) => {
  await using receiver = await startReceiver();
  const s = await stage(t);
  const count = async () => {
    const rows = await s.database.query(
      `select from graphile_worker.jobs where task_identifier = 'run.notify'`,
    );
    return rows.length;
  };
  await scheduleRunNotice(s.database, s.runId, s.projectId);
  assert.equal(await count(), 0);
  const { channel } = await s.add('webhook', receiver.url);
  await scheduleRunNotice(s.database, s.runId, s.projectId);
  assert.equal(await count(), 1);
  const paused = await s.notifications.change(s.actor, channel.id, { isOn: false });
  assert.deepEqual([paused.isOn, paused.events], [false, ['finished', 'worse', 'cannot_start']]);
  await notifyOfRun(s.context, s.runId);
  assert.deepEqual(await s.deliveries(channel.id), []);
  await s.notifications.remove(s.actor, channel.id);
  await assert.rejects(s.deliveries(channel.id), /no notification channel/);
});

test('a schedule that cannot start a run is reported', async (t) => {
  await using receiver = await startReceiver();
  const s = await stage(t);
  const { channel } = await s.add('webhook', receiver.url);
  await s.database.query(
    `insert into tests (id, account_id, project_id, name) select 'shop', account_id, project_id, 'Shop' from runs`,
  );
  await s.database.query(
    `insert into schedules (id, test_id, cron, time_zone, next_at) values ('s', 'shop', '0 0 1 1 *', 'UTC', now())`,
  );
  await s.database.query(
    `insert into schedule_times (schedule_id, due_at, outcome) values ('s', now() - interval '1 hour', 'starting')`,
  );
  await runSchedule(s.context, createRuns(s.context), 's');
  const [delivery, abandoned] = await s.deliveries(channel.id);
  assert.match(abandoned?.message.text ?? '', /^The service ended while it created the run\./);
  await deliver(s.context, delivery?.id ?? '');
  const { type, data } = JSON.parse(receiver.requests[0]?.body ?? '');
  assert.deepEqual(
    [type, data.events, data.schedule.test, data.url],
    [
      'schedule.failed',
      ['cannot_start'],
      { uuid: 'shop', name: 'Shop' },
      'https://spate.test/app/tests/shop',
    ],
  );
  assert.match(data.text, /^All runs of the test were deleted, with its plan\. Due at 20/);
});
