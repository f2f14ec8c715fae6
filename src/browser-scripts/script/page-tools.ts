import type { CDPSession, Page } from 'playwright-core';

/** What works on a page needs of the user's session. */
export interface PageTools {
  devtools(page: Page): Promise<CDPSession>;
}
