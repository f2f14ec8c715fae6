import { isCi } from '../../../test/support/needs.ts';
import { testContext } from '../execution.fixture.ts';
import { missingForBrowser } from './browsers.ts';
import type { BrowserName } from './settings.ts';

/** Why tests with this browser are skipped, or false; always false with CI=true. */
export async function lacksBrowser(browser: BrowserName): Promise<string | false> {
  const missing = await missingForBrowser(browser, testContext().cacheDir);
  return isCi() || missing.length === 0 ? false : missing.join(' ');
}
