import { Histogram, type Registry } from 'prom-client';

const tickMs = 20;
const everyMs = 1_000;

/**
 * Observes the longest delay of the event loop in each second. A histogram over time, unlike a value since the last scrape,
 * is the same for every scraper. By its own timer, because `monitorEventLoopDelay` loses a delay that starts right after its
 * `reset`. Returns how to stop.
 */
export function observeEventLoop(registry: Registry): () => void {
  const delays = new Histogram({
    name: 'spate_event_loop_delay_seconds',
    help: 'Longest delay of the event loop in each second, in seconds.',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  let lastMs = performance.now();
  let observedMs = lastMs;
  let longestMs = 0;
  const timer = setInterval(() => {
    const nowMs = performance.now();
    longestMs = Math.max(longestMs, nowMs - lastMs - tickMs);
    lastMs = nowMs;
    if (nowMs - observedMs < everyMs) return;
    delays.observe(longestMs / 1000);
    observedMs = nowMs;
    longestMs = 0;
  }, tickMs).unref();
  return () => clearInterval(timer);
}
