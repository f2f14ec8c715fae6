import { toInt, toLong } from '../../languages/java/numbers.ts';
import type { GroupKind, GroupStart, Stage } from '../core.ts';

/** JMeter's ThreadGroup, and its set-up and tear-down variants, which differ only in their stage. */
export const threadGroup = (stage: Stage): GroupKind => ({ stage, start });

function start(group: GroupStart): void {
  const { startMs } = group;
  const count = toInt(group.read('ThreadGroup.num_threads'));
  const rampMs = toInt(group.read('ThreadGroup.ramp_time')) * 1000;
  const isDelayedStart = isTrue(group.read('ThreadGroup.delayedStart'));
  const schedule = readSchedule(group, isDelayedStart);
  if (!schedule) {
    return;
  }
  group.onUsersChange(changeUsers(group, count, schedule.endsAtMs));
  const gapMs = Math.round(rampMs / count);
  for (let index = 0; index < count; index++) {
    // With delayed start the last user starts at the end of the ramp-up; otherwise one interval before it.
    const waitMs = isDelayedStart ? (rampMs * index) / Math.max(1, count - 1) : gapMs * index;
    const beginsAtMs = startMs + schedule.delayMs + waitMs;
    if (isDelayedStart && beginsAtMs > schedule.endsAtMs) {
      // With delayed start, users after the scheduled end are not created; otherwise each of them would run one sample.
      return;
    }
    group.addUser(beginsAtMs, schedule.endsAtMs);
  }
}

/** Starts missing users immediately, or stops the latest ones after their current sample. */
function changeUsers(group: GroupStart, planned: number, endsAtMs: number): (users: number) => void {
  let own = group.share(planned);
  return (users) => {
    const wanted = group.share(users);
    while (own < wanted) {
      own += group.addUser(group.runner.nowMs(), endsAtMs) ? 1 : 0;
    }
    if (own > wanted) {
      for (const user of group.liveUsers().slice(wanted - own)) {
        group.stopUser(user);
      }
      own = wanted;
    }
  };
}

/** Undefined for an invalid schedule: JMeter logs an error and starts no users. */
function readSchedule(group: GroupStart, isDelayedStart: boolean) {
  if (!isTrue(group.read('ThreadGroup.scheduler'))) {
    return { delayMs: 0, endsAtMs: Number.POSITIVE_INFINITY };
  }
  const delay = toLong(group.read('ThreadGroup.delay'));
  const duration = toLong(group.read('ThreadGroup.duration'));
  if (duration <= 0 || (delay < 0 && !isDelayedStart)) {
    const wrong = delay < 0 ? `delay ${delay}` : `duration ${duration}`;
    group.runner.log('error', `Invalid ${wrong} set in Thread Group:${group.name}`);
    return undefined;
  }
  const delayMs = Math.max(0, delay) * 1000;
  return { delayMs, endsAtMs: group.startMs + delayMs + duration * 1000 };
}

const isTrue = (text: string) => text.toLowerCase() === 'true';
