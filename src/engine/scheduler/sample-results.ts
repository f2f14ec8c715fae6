import type { Listener, User } from '../core.ts';
import type { Result } from '../state/result.ts';

/** Notifies all listeners but those of the enclosing transaction (`others`), which receive the parent sample. */
export function notifyListeners(
  listeners: readonly Listener[],
  others: readonly Listener[] | undefined,
  result: Result,
  user: User,
): void {
  for (const listener of listeners) {
    if (!others?.includes(listener)) {
      listener.sampleOccurred(result, user, false);
    }
  }
}

/** Sets user counts and thread name of the sample itself, without its sub-results. */
export function setOwnUserFields(user: User, result: Result): void {
  result.groupUsers = user.group.activeUsers;
  result.allUsers = user.runner.activeUsers;
  result.threadName = user.name;
}

export function setUserFields(user: User, result: Result): void {
  setOwnUserFields(user, result);
  if (result.subResults !== undefined) {
    for (const child of result.subResults) {
      child.groupUsers = result.groupUsers;
      child.allUsers = result.allUsers;
      child.threadName = result.threadName;
    }
  }
}

/** The wheel wakes users up to 2 ms after their due time; such samples are not late. */
const startResolutionMs = 2;

/** Sets `lateMs`, also of the first sub-result if the sample started with it. */
export function setLateness(result: Result, intendedMs: number): void {
  const lateMs = result.startMs - intendedMs;
  result.lateMs = lateMs > startResolutionMs ? lateMs : 0;
  const first = result.subResults?.[0];
  if (first?.startMs === result.startMs) {
    setLateness(first, intendedMs);
  }
}

/** Empties the list and keeps its capacity; `length = 0` would release it. */
export function empty(list: unknown[]): void {
  while (list.length > 0) {
    list.pop();
  }
}
