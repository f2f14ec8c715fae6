import type { Page } from 'playwright-core';
import type { PageTools } from '../page-tools.ts';

/** Holds for one page. It takes effect only on a line that listens to the network. */
export async function setCacheDisabled(tools: PageTools, page: Page, cacheDisabled: boolean): Promise<void> {
  const devtools = await tools.devtools(page);
  if (cacheDisabled) await devtools.send('Network.enable');
  await devtools.send('Network.setCacheDisabled', { cacheDisabled });
  if (!cacheDisabled) await devtools.send('Network.disable');
}

/** Of the user's whole context. */
export async function clearCache(tools: PageTools, page: Page): Promise<void> {
  const devtools = await tools.devtools(page);
  await devtools.send('Network.clearBrowserCache');
}
