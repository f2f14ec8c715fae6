import type { Page } from 'playwright-core';

export interface FrameFigures {
  frames: number;
  p50: number;
  p95: number;
  p99: number;
  worst: number;
  /** Tasks of 50 ms or more, as reported by the browser. */
  longTasks: number;
  longestTask: number;
}

/** Runs in the browser. */
const probe = `
  const probe = { deltas: [], tasks: [], last: 0 };
  globalThis.spateProbe = probe;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) probe.tasks.push(entry.duration);
  }).observe({ type: 'longtask', buffered: true });
  const tick = (now) => {
    if (probe.last > 0) probe.deltas.push(now - probe.last);
    probe.last = now;
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);`;

/** Reads and clears the records of a page; nothing without the probe. */
const take = `(() => {
  const { deltas, tasks } = globalThis.spateProbe ?? { deltas: [], tasks: [] };
  if (globalThis.spateProbe) Object.assign(globalThis.spateProbe, { deltas: [], tasks: [] });
  return { deltas, tasks };
})()`;

/** Makes every page of the tab record the time between frames, and long tasks. */
export async function addFrameProbe(page: Page): Promise<void> {
  await page.addInitScript({ content: `{${probe}}` });
}

/** Records frames while `act` runs. */
export async function framesDuring(page: Page, work: () => Promise<void>): Promise<FrameFigures> {
  await takeProbe(page);
  await work();
  const { deltas, tasks } = await takeProbe(page);
  const sorted = deltas.toSorted((one, other) => one - other);
  const at = (share: number) =>
    round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  return {
    frames: sorted.length,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    worst: at(1),
    longTasks: tasks.length,
    longestTask: round(Math.max(0, ...tasks)),
  };
}

function takeProbe(page: Page): Promise<{ deltas: number[]; tasks: number[] }> {
  return page.evaluate(take);
}

function round(ms: number): number {
  return Math.round(ms * 10) / 10;
}
