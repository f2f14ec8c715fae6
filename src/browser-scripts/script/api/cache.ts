import type { Page } from 'playwright-core';
import type { PageTools } from '../page-tools.ts';

/** Applies to one page. Requires a CDP session with the network domain enabled. */
export async function setCacheDisabled(tools: PageTools, page: Page, cacheDisabled: boolean): Promise<void> {
  const devtools = await tools.devtools(page);
  if (cacheDisabled) await devtools.send('Network.enable');
  await devtools.send('Network.setCacheDisabled', { cacheDisabled });
  if (!cacheDisabled) await devtools.send('Network.disable');
}

/** Clears the cache of the user's context. */
export async function clearCache(tools: PageTools, page: Page): Promise<void> {
  const devtools = await tools.devtools(page);
  await devtools.send('Network.clearBrowserCache');
}
