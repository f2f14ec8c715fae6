import type { CDPSession, Page } from 'playwright-core';

/** The part of the user's session that page helpers use. */
export interface PageTools {
  devtools(page: Page): Promise<CDPSession>;
}
