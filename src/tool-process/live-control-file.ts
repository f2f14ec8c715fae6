import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { isSameControl, type LiveControl } from '../domain/live-control.ts';

const lookEveryMs = 200;

export function liveControlText({ users, isPaused }: LiveControl): string {
  return JSON.stringify({ users, isPaused });
}

/** Undefined when the file does not exist or is invalid. */
async function readLiveControl(path: string): Promise<LiveControl | undefined> {
  try {
    const { users, isPaused } = JSON.parse(await readFile(path, 'utf8'));
    return { users: Number.isInteger(users) && users > 0 ? users : null, isPaused: isPaused === true };
  } catch {
    return undefined;
  }
}

/** Calls `apply` with each change of the file, until the signal aborts. */
export async function followLiveControl(
  path: string,
  apply: (control: LiveControl) => void,
  signal: AbortSignal,
): Promise<void> {
  let applied: LiveControl | null = null;
  while (!signal.aborted) {
    const found = await readLiveControl(path);
    if (found && !isSameControl(found, applied)) {
      applied = found;
      apply(found);
    }
    await delay(lookEveryMs, undefined, { signal }).catch(() => {});
  }
}
