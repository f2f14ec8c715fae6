import type { Page } from 'playwright-core';

export async function performanceTiming(page: Page): Promise<unknown> {
  return page.evaluate('performance.timing.toJSON()');
}

export async function navigationTiming(page: Page): Promise<unknown> {
  return page.evaluate(`(performance.getEntriesByType('navigation')[0] ?? { toJSON: () => null }).toJSON()`);
}

export async function paintTiming(page: Page): Promise<unknown> {
  return page.evaluate(`performance.getEntriesByType('paint').map((entry) => entry.toJSON())`);
}
