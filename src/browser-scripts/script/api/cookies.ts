import type { BrowserContext, Cookie } from 'playwright-core';

export interface CookieFilter {
  urls?: string | string[];
  names?: string | string[];
  /** As in the original's documentation. */
  url?: string | string[];
  name?: string | string[];
}

export async function getCookies(context: BrowserContext, filter: CookieFilter = {}): Promise<Cookie[]> {
  const urls = [filter.urls ?? filter.url ?? []].flat();
  const names = [filter.names ?? filter.name ?? []].flat();
  const cookies = await context.cookies(urls.length === 0 ? undefined : urls);
  return names.length === 0 ? cookies : cookies.filter(({ name }) => names.includes(name));
}
