import type { ScheduleListResource, ScheduleResource } from '../../contract/resources/schedule.ts';
import type { ScheduleView } from '../../runs/schedules.ts';
import { link, timestamp, withQuery } from './links.ts';

export function scheduleResource({ schedule, nextTimes, lastTimes }: ScheduleView): ScheduleResource {
  const { id, testId, testName, project, cron, timeZone, isOn } = schedule;
  return {
    _links: { self: link(`/schedules/${id}`), test: link(`/tests/${testId}`) },
    uuid: id,
    test: { uuid: testId, name: testName },
    project,
    cron,
    time_zone: timeZone,
    is_on: isOn,
    next: nextTimes.map(timestamp),
    last: lastTimes.map(({ dueAt, outcome, runId, reason }) => ({
      due: timestamp(dueAt),
      outcome,
      run: runId,
      reason,
    })),
  };
}

export function scheduleListResource(
  schedules: readonly ScheduleView[],
  test: string | undefined,
): ScheduleListResource {
  return {
    _links: { self: link(withQuery('/schedules', { test })) },
    _embedded: { schedules: schedules.map(scheduleResource) },
  };
}
