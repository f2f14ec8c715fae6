/**
 * Preloaded into a service (`NODE_OPTIONS=--import=…`): records how long its event loop was blocked, in ms, one line each,
 * followed by the user and system time in it.
 * Counted is processor time of the main thread between two turns of the loop, so that a busy machine does not look like a
 * blocked loop. Pauses of the garbage collector are subtracted: their length depends on the heap of the service and on how
 * much processor time V8's helper threads get, not on the request.
 */
import { appendFileSync } from 'node:fs';
import { PerformanceObserver } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { isMainThread } from 'node:worker_threads';

const path = process.env.SPATE_TEST_LOOP_PROBE;
/** Shorter blocks are not recorded. */
const minMs = 5;
/** Entries of the garbage collector arrive some turns later. */
const entriesLateMs = 20;
const maxPauses = 100;

if (isMainThread && path !== undefined) {
  const pauses: { startTime: number; duration: number }[] = [];
  new PerformanceObserver((list) => {
    pauses.push(...list.getEntries().map(({ startTime, duration }) => ({ startTime, duration })));
    pauses.splice(0, pauses.length - maxPauses);
  }).observe({ entryTypes: ['gc'] });

  const record = async (userMs: number, systemMs: number, start: number, end: number) => {
    await delay(entriesLateMs, undefined, { ref: false });
    const pausedMs = pauses
      .filter(({ startTime }) => startTime >= start && startTime <= end)
      .reduce((sum, { duration }) => sum + duration, 0);
    appendFileSync(path, `${Math.max(0, userMs + systemMs - pausedMs)} ${userMs} ${systemMs}\n`);
  };
  let before = process.threadCpuUsage();
  let start = performance.now();
  const look = () => {
    const { user, system } = process.threadCpuUsage(before);
    const end = performance.now();
    if (user + system >= minMs * 1000) void record(user / 1000, system / 1000, start, end);
    before = process.threadCpuUsage();
    start = end;
  };
  setInterval(look, 1).unref();
}
