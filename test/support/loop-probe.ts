/**
 * Preloaded into a service (`NODE_OPTIONS=--import=…`): records blocked times of its event loop in ms, one per line,
 * followed by the user and system time in it. Measured as processor time of the main thread between two turns of the
 * loop, so that a busy machine does not look like a blocked loop; Linux does not count time that the host of a virtual
 * machine reports as stolen. Garbage collection pauses are subtracted: their length depends on the heap of the service
 * and on the processor time of V8's helper threads, not on the request.
 *
 * SIGUSR2 makes the process block the loop with `controlWork` and record it; the line ends in `control`. Lines keep the
 * order of the blocks, so a control line also tells that all earlier blocks are recorded.
 */
import { appendFileSync } from 'node:fs';
import { PerformanceObserver } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { isMainThread } from 'node:worker_threads';
import { controlWork } from './control-work.ts';

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

  const record = async (
    { userMs, systemMs }: { userMs: number; systemMs: number },
    start: number,
    end: number,
    mark: string,
  ) => {
    await delay(entriesLateMs, undefined, { ref: false });
    const pausedMs = pauses
      .filter(({ startTime }) => startTime >= start && startTime <= end)
      .reduce((sum, { duration }) => sum + duration, 0);
    const heldMs = Math.max(0, userMs + systemMs - pausedMs);
    appendFileSync(path, `${heldMs} ${userMs} ${systemMs}${mark}\n`);
  };
  let before = process.threadCpuUsage();
  let start = performance.now();
  const look = (mark = '') => {
    const { user, system } = process.threadCpuUsage(before);
    const end = performance.now();
    if (user + system >= minMs * 1000) {
      void record({ userMs: user / 1000, systemMs: system / 1000 }, start, end, mark);
    }
    before = process.threadCpuUsage();
    start = end;
  };
  setInterval(() => look(), 1).unref();
  process.on('SIGUSR2', () => {
    // The blocks before it have their own line.
    look();
    controlWork();
    look(' control');
  });
}
