import axe, { type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { notTested } from './not-tested.ts';
import { isFullSuite } from './suite.ts';

interface AxeResult {
  violations: { id: string; help: string; nodes: { html: string; failureSummary: string }[] }[];
}

interface Look {
  colorScheme: 'light' | 'dark';
  width: number;
}

const darkAndNarrow: Look = { colorScheme: 'dark', width: 390 };

/**
 * Themes and widths in which pages are checked: the one with the lowest contrast and the least room, and in the full
 * suite the other.
 */
export function looksOfSuite(): readonly Look[] {
  if (isFullSuite()) return [{ colorScheme: 'light', width: 1440 }, darkAndNarrow];
  notTested('accessibility in light colours and wide');
  return [darkAndNarrow];
}

/** All rules, without details of passed checks. Preloading is for audio, video and a rule that is off by default. */
const onlyViolations: RunOptions = { resultTypes: ['violations'], preload: false };

/** Violations that axe-core finds on the current page, as messages. */
export async function violationsOf(page: Page): Promise<string[]> {
  // Evaluated by the debugger, to which the content security policy does not apply. A page keeps it until navigation.
  if (await page.evaluate('typeof axe === "undefined"')) await page.evaluate(`(() => { ${axe.source} })()`);
  const result = (await page.evaluate(`axe.run(document, ${JSON.stringify(onlyViolations)})`)) as AxeResult;
  return result.violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}: ${node.html.slice(0, 200)}: ${node.failureSummary}`),
  );
}

/** Like `violationsOf`, for another state of a page, only in the full suite: `npm test` checks each page once. */
export async function violationsOfState(page: Page): Promise<string[]> {
  if (isFullSuite()) return violationsOf(page);
  notTested('accessibility of further states of a page');
  return [];
}
