import { setImmediate } from 'node:timers/promises';

/** Maximum time to block the event loop. */
const maxTurnMs = 12;

/** Returns a function to await between steps of long work, which yields to the event loop when needed. */
export function createBreather(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < maxTurnMs) return;
    await setImmediate();
    since = performance.now();
  };
}
