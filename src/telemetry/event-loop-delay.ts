import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Histogram, type Registry } from 'prom-client';

const resolutionMs = 20;
const everyMs = 1_000;

/**
 * Observes the longest delay of the event loop in each second. A histogram over time, unlike a value since the last scrape,
 * is the same for every scraper. Returns how to stop.
 */
export function observeEventLoop(registry: Registry): () => void {
  const delays = new Histogram({
    name: 'spate_event_loop_delay_seconds',
    help: 'Longest delay of the event loop in each second, in seconds.',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  const monitor = monitorEventLoopDelay({ resolution: resolutionMs });
  monitor.enable();
  const timer = setInterval(() => {
    // The monitor measures the time between two of its timers, which are `resolutionMs` apart without a delay.
    delays.observe(Math.max(0, monitor.max / 1e9 - resolutionMs / 1000));
    monitor.reset();
  }, everyMs).unref();
  return () => {
    clearInterval(timer);
    monitor.disable();
  };
}
