import type { UserEnd } from './user.ts';

/** A user that failed without having been stopped. */
export function isEarlyEnd(end: UserEnd): boolean {
  return !end.wasEnded && end.code !== 0;
}

/** One message for all users that ended early, with the most frequent reason. */
export function describeEarlyEnds(ends: readonly Omit<UserEnd, 'wasEnded'>[], users: number): string[] {
  if (ends.length === 0) {
    return [];
  }
  const counts = new Map<string, number>();
  for (const end of ends) {
    const reason = reasonOf(end);
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  const [[reason] = ['']] = [...counts].sort((a, b) => b[1] - a[1]);
  const others = counts.size > 1 ? ` Other reasons are in selenium.log.` : '';
  return [`${ends.length} of ${users} users ended early: ${reason}.${others}`];
}

/** The exception that ended the user: the first line of the last stack trace on standard error. */
function reasonOf(end: Omit<UserEnd, 'wasEnded'>): string {
  const exception =
    /^(?:Exception in thread ".*?" )?((?:[a-z_$][\w$]*\.)+[A-Z][\w$]*(?:Exception|Error)\b.*)$/;
  const found = end.errorLines.map((line) => exception.exec(line)?.[1]).filter((text) => text !== undefined);
  const reason = found.at(-1) ?? end.errorLines.filter((line) => line.trim() !== '').at(-1);
  const how = end.signal ?? (end.code === null ? 'not started' : `exit code ${end.code}`);
  return reason === undefined ? how : `${reason.trim().slice(0, 500).replace(/\.$/, '')} (${how})`;
}
