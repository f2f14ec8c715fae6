/**
 * Preloaded into a service (`NODE_OPTIONS=--import=…`): writes down how long its event loop was held. Counted is processor
 * time of the main thread between two turns of the loop, so that a busy machine does not look like a held loop.
 */
import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const path = process.env.SPATE_TEST_LOOP_PROBE;
/** Shorter ones are not worth a line. */
const leastMs = 5;

if (isMainThread && path !== undefined) {
  let before = process.threadCpuUsage();
  const look = () => {
    const { user, system } = process.threadCpuUsage(before);
    const heldMs = (user + system) / 1000;
    if (heldMs >= leastMs) appendFileSync(path, `${heldMs}\n`);
    before = process.threadCpuUsage();
  };
  setInterval(look, 1).unref();
}
