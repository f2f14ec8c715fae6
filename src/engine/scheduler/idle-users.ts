import type { User } from '../core.ts';
import { SampleAlarm } from '../samplers/sample-alarm.ts';

/** Whether every user waits for the wheel or for another user, so that virtual time may skip ahead. */
export function areUsersIdle(users: ReadonlySet<User>): boolean {
  const trunks = new Set<User | undefined>();
  for (const user of users) {
    trunks.add(user.trunk);
  }
  for (const user of users) {
    if (user.phase === 'next' || user.phase === 'yielded') {
      return false;
    }
    if (user.phase === 'sampling' && !trunks.has(user) && !isAsleep(user)) {
      return false;
    }
  }
  return true;
}

/** Whether the running sample only sleeps. Any other running sample is treated as I/O. */
function isAsleep(user: User): boolean {
  const alarm = user.stateOf(SampleAlarm, () => undefined as SampleAlarm | undefined);
  return alarm !== undefined && alarm.slot >= 0;
}
