import { setImmediate } from 'node:timers/promises';

/** Work that goes on for longer than this holds up everybody else. */
const longestMs = 12;

/** Returns what to await between the pieces of long work: it lets others have their turn when one has gone on for long. */
export function createBreather(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < longestMs) return;
    await setImmediate();
    since = performance.now();
  };
}
