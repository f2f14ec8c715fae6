import type { GroupKind, GroupStart, Stage } from '../core.ts';
import { toInt, toLong } from '../text/numbers.ts';

/** JMeter's ThreadGroup, and its set-up and tear-down groups, which differ only in when they run. */
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
  const gapMs = Math.round(rampMs / count);
  for (let index = 0; index < count; index++) {
    // Made one by one, the last of them comes when the ramp-up is over; otherwise one gap before.
    const waitMs = isDelayedStart ? (rampMs * index) / Math.max(1, count - 1) : gapMs * index;
    const beginsAtMs = startMs + schedule.delayMs + waitMs;
    if (isDelayedStart && beginsAtMs > schedule.endsAtMs) {
      // Only users that come before the end are made; without the option each of them would do one sample.
      return;
    }
    group.addUser(beginsAtMs, schedule.endsAtMs);
  }
}

/** Undefined when JMeter would complain and start none of the users. */
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
