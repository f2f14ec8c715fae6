import type { CDPSession, Page } from 'playwright-core';

/** What the forms of an older library need of the user's session. */
export interface PageTools {
  devtools(page: Page): Promise<CDPSession>;
}

export function addPuppeteerForms(_page: Page, _tools: PageTools): void {}
