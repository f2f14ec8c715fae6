import type { Page } from 'playwright-core';
import type { PageTimings } from '../../../tool-process/step-result.ts';
import { within } from '../sleep.ts';

const patienceMs = 5000;

/** What the browser says about the page it shows; null when it does not answer. */
export async function readPageTimings(page: Page): Promise<PageTimings | null> {
  if (page.isClosed()) return null;
  return within(patienceMs, page.evaluate<PageTimings | null>(`(${inPage})()`), null);
}

/** Buffered entries of a new observer are handed over in a task of their own. */
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
