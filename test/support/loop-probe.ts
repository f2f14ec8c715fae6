/**
 * Preloaded into a service (`NODE_OPTIONS=--import=…`): records how long its event loop was blocked, in ms, one line each,
 * followed by the user and system time in it, and the time that the host took.
 * Counted is processor time of the main thread between two turns of the loop, so that a busy machine does not look like a
 * blocked loop. Pauses of the garbage collector are subtracted: their length depends on the heap of the service and on how
 * much processor time V8's helper threads get, not on the request. So is the time that the host of a virtual machine took
 * from its processors meanwhile, which may be counted as processor time of an interrupted thread.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { PerformanceObserver } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { isMainThread } from 'node:worker_threads';

const path = process.env.SPATE_TEST_LOOP_PROBE;
/** Shorter blocks are not recorded. */
const minMs = 5;
/** Entries of the garbage collector arrive some turns later. */
const entriesLateMs = 20;
const maxPauses = 100;
/** Unit of the processor times in /proc/stat. */
const tickMs = 10;

/** Time that the host took from all processors; 0 where the system does not state it. */
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
  ) => {
    await delay(entriesLateMs, undefined, { ref: false });
    const pausedMs = pauses
      .filter(({ startTime }) => startTime >= start && startTime <= end)
      .reduce((sum, { duration }) => sum + duration, 0);
    const heldMs = Math.max(0, userMs + systemMs - pausedMs - stolenMs);
    appendFileSync(path, `${heldMs} ${userMs} ${systemMs} ${stolenMs}\n`);
  };
  let before = process.threadCpuUsage();
  let start = performance.now();
  // Read at most once a tick, so that a block is compared with little more than its own time.
  let stolen = { ms: readStolenMs(), at: start };
  const look = () => {
    const { user, system } = process.threadCpuUsage(before);
    const end = performance.now();
    const isBlock = user + system >= minMs * 1000;
    const stolenBefore = stolen.ms;
    if (isBlock || end - stolen.at >= tickMs) stolen = { ms: readStolenMs(), at: end };
    if (isBlock) {
      const stolenMs = stolen.ms - stolenBefore;
      void record({ userMs: user / 1000, systemMs: system / 1000, stolenMs }, start, end);
    }
    before = process.threadCpuUsage();
    start = end;
  };
  setInterval(look, 1).unref();
}
