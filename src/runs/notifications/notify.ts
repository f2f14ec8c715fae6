import { deliverNotificationJob, notifyOfRunJob } from '../../domain/jobs.ts';
import { eventsOfRun, type NotificationEvent, type NotificationMessage } from '../../domain/notification.ts';
import type { Schedule, ScheduledTime } from '../../domain/schedule.ts';
import { verdictLabels } from '../../domain/verdict.ts';
import { newId } from '../../lib/id.ts';
import type { Queryable } from '../../store/database.ts';
import { addJob } from '../../store/jobs.ts';
import { channelsFor, hasChannels, insertDelivery } from '../../store/notifications.ts';
import { findRun } from '../../store/runs.ts';
import type { RunContext } from '../run-context.ts';
import { viewRuns } from '../run-view.ts';
import { finalVerdict } from '../verdict.ts';

/** Called in the transaction that finishes the run. */
export async function scheduleRunNotice(tx: Queryable, runId: string, projectId: number): Promise<void> {
  if (await hasChannels(tx, projectId)) await addJob(tx, notifyOfRunJob, { runId });
}

/** Creates the deliveries for a finished run; a repetition changes nothing. */
export async function notifyOfRun(context: RunContext, runId: string): Promise<void> {
  const { database } = context.grids;
  const run = await findRun(database, runId);
  if (!run) return;
  const [view] = await viewRuns(context, [run]);
  const verdict = view && finalVerdict(view);
  if (!verdict) return;
  const events = eventsOfRun(run, verdict);
  const { baseline } = run;
  const { passed = 0, failed = 0 } = run.figures ?? {};
  await database.transaction((tx) =>
    notify(tx, run.project.id, `run ${runId}`, {
      type: 'run.finished',
      time: (run.stoppedAt ?? new Date()).toISOString(),
      events,
      title: titleOf(run.name ?? run.test?.name ?? `Run ${runId}`, verdictLabels[verdict.word], events),
      text: verdict.sentence,
      project: run.project.name,
      url: context.pages.run(runId),
      run: {
        id: runId,
        name: run.name,
        verdict: verdict.word,
        baseline: baseline && {
          runId: baseline.runId,
          verdict: baseline.verdict,
          sentence: baseline.sentence,
        },
        startedAt: run.startedAt?.toISOString() ?? null,
        stoppedAt: run.stoppedAt?.toISOString() ?? null,
        samples: { passed, failed },
      },
      schedule: null,
    }),
  );
}

function titleOf(name: string, verdict: string, events: readonly NotificationEvent[]): string {
  if (events.includes('cannot_start')) return `${name}: could not start`;
  return events.includes('worse') ? `${name}: ${verdict}, worse than the baseline` : `${name}: ${verdict}`;
}

/** Reports missed times of a schedule in one message. */
export async function notifyOfSchedule(
  context: RunContext,
  tx: Queryable,
  { id, testId, testName, project, projectId }: Schedule,
  times: readonly ScheduledTime[],
): Promise<void> {
  const [first, ...others] = times.filter(({ outcome }) => outcome === 'missed' || outcome === 'failed');
  if (!first) return;
  const more = others.length > 0 ? ` ${others.length} later times have no run either.` : '';
  await notify(tx, projectId, `schedule ${id} ${first.dueAt.toISOString()}`, {
    type: 'schedule.failed',
    time: new Date(context.grids.clock.nowMs()).toISOString(),
    events: ['cannot_start'],
    title: `${testName}: the scheduled run could not start`,
    text: `${first.reason ?? ''} Due at ${first.dueAt.toISOString()}.${more}`.trim(),
    project,
    url: context.pages.test(testId),
    run: null,
    schedule: { id, testId, testName, dueAt: first.dueAt.toISOString() },
  });
}

async function notify(
  tx: Queryable,
  projectId: number,
  cause: string,
  message: NotificationMessage,
): Promise<void> {
  for (const channel of await channelsFor(tx, projectId, message.events)) {
    const id = newId();
    const events = message.events.filter((event) => channel.events.includes(event));
    const isNew = await insertDelivery(tx, {
      id,
      channelId: channel.id,
      cause,
      message: { ...message, events },
    });
    if (isNew) await addJob(tx, deliverNotificationJob, { deliveryId: id });
  }
}
