/**
 * Preloaded into a service (`NODE_OPTIONS=--import=…`): records blocked times of its event loop in ms, one per line,
 * followed by the user and system time in it, and the time stolen by the host. Measured as processor time of the main
 * thread between two turns of the loop, so that a busy machine does not look like a blocked loop. Garbage collection
 * pauses are subtracted: their length depends on the heap of the service and on the processor time of V8's helper
 * threads, not on the request. So is time that the host of a virtual machine has stolen, which may be counted as
 * processor time of an interrupted thread.
 *
 * SIGUSR2 makes the process block the loop with `controlWork` and record it; the line ends in `control`. Lines keep the
 * order of the blocks, so a control line also tells that all earlier blocks are recorded.
 */
import { appendFileSync, readFileSync } from 'node:fs';
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

/** Unit of the processor times in /proc/stat. */
const tickMs = 10;

/** Time stolen by the host from all processors; 0 if the system does not report it. */
function readStolenMs(): number {
  try {
    const ticks = /^cpu +(?:\d+ ){7}(\d+)/.exec(readFileSync('/proc/stat', 'utf8'))?.[1];
    return Number(ticks ?? 0) * tickMs;
  } catch {
    return 0;
  }
}

if (isMainThread && path !== undefined) {
  const pauses: { startTime: number; duration: number }[] = [];
  new PerformanceObserver((list) => {
    pauses.push(...list.getEntries().map(({ startTime, duration }) => ({ startTime, duration })));
    pauses.splice(0, pauses.length - maxPauses);
  }).observe({ entryTypes: ['gc'] });

  const record = async (
    { userMs, systemMs, stolenMs }: { userMs: number; systemMs: number; stolenMs: number },
    start: number,
    end: number,
    mark: string,
  ) => {
    await delay(entriesLateMs, undefined, { ref: false });
    const pausedMs = pauses
      .filter(({ startTime }) => startTime >= start && startTime <= end)
      .reduce((sum, { duration }) => sum + duration, 0);
    const heldMs = Math.max(0, userMs + systemMs - pausedMs - stolenMs);
    appendFileSync(path, `${heldMs} ${userMs} ${systemMs} ${stolenMs}${mark}\n`);
  };
  let before = process.threadCpuUsage();
  let start = performance.now();
  // Read at most once per tick, so that a block is compared with little more than its own time.
  let stolen = { ms: readStolenMs(), at: start };
  const look = (mark = '') => {
    const { user, system } = process.threadCpuUsage(before);
    const end = performance.now();
    const isBlock = user + system >= minMs * 1000;
    const stolenBefore = stolen.ms;
    if (isBlock || end - stolen.at >= tickMs) stolen = { ms: readStolenMs(), at: end };
    if (isBlock) {
      const stolenMs = stolen.ms - stolenBefore;
      void record({ userMs: user / 1000, systemMs: system / 1000, stolenMs }, start, end, mark);
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
