import type { Page } from 'playwright-core';
import type { PageTimings } from '../../../tool-process/step-result.ts';
import { within } from '../sleep.ts';

const timeoutMs = 5000;

/** Timings of the current page; null when the browser does not respond. */
export async function readPageTimings(page: Page): Promise<PageTimings | null> {
  if (page.isClosed()) return null;
  return within(timeoutMs, page.evaluate<PageTimings | null>(`(${inPage})()`), null);
}

/** Buffered entries of a new observer are delivered in a separate task. */
const inPage = `async () => {
  const navigation = performance.getEntriesByType('navigation')[0];
  if (navigation === undefined) return null;
  const largest = await new Promise((resolve) => {
    let last = null;
    try {
      new PerformanceObserver((list) => { last = list.getEntries().at(-1) ?? last; resolve(last); })
        .observe({ type: 'largest-contentful-paint', buffered: true });
    } catch { resolve(null); }
    setTimeout(() => resolve(last), 50);
  });
  const first = performance.getEntriesByName('first-contentful-paint')[0];
  const positive = (value) => (typeof value === 'number' && value > 0 ? value : null);
  return {
    url: location.href,
    responseStartMs: positive(navigation.responseStart),
    domContentLoadedMs: positive(navigation.domContentLoadedEventEnd),
    loadMs: positive(navigation.loadEventEnd),
    firstContentfulPaintMs: positive(first?.startTime),
    largestContentfulPaintMs: positive(largest?.startTime),
  };
}`;
