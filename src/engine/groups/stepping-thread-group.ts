import { toInt } from '../../languages/java/numbers.ts';
import type { GroupKind, GroupStart } from '../core.ts';

/** jp@gc's Stepping Thread Group: starts users in steps, holds the load, and stops them in steps. */
export const steppingThreadGroup: GroupKind = { stage: 'main', isNewUserInEachPass: true, start };

function start(group: GroupStart): void {
  const read = (property: string) => toInt(group.read(property));
  const count = read('ThreadGroup.num_threads');
  const inCount = read('Start users count') || count;
  const outCount = read('Stop users count') || count;
  const burst = Math.min(read('Start users count burst'), count);
  const first = burst <= 0 ? inCount : burst;
  const rampMs = 1000 * read('rampUp');
  const stepMs = 1000 * read('Start users period') + rampMs;
  const ascentMs = group.startMs + 1000 * read('Threads initial delay');
  const steps = count < first ? 1 : Math.ceil((count - first) / inCount);
  const inLastStep = (count - first) % inCount || inCount;
  const rampOfLastMs = Math.trunc(rampMs / inCount) * inLastStep;
  const descentMs = ascentMs + steps * stepMs + rampOfLastMs + 1000 * read('flighttime');
  const outMs = 1000 * read('Stop users period');
  for (let index = 0; index < count; index++) {
    const isFirst = index < first;
    const step = isFirst ? 0 : 1 + Math.trunc((index - first) / inCount);
    const place = isFirst ? index : (index - first) % inCount;
    const gapMs = Math.trunc(rampMs / (isFirst ? first : inCount));
    group.addUser(ascentMs + step * stepMs + place * gapMs, descentMs + outMs * Math.floor(index / outCount));
  }
}
