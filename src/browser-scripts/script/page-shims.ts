import type { Page } from 'playwright-core';
import { setCacheDisabled } from './api/cache.ts';
import { applyViewport, emulateDevice, setUserAgent } from './api/emulation.ts';
import { addFrameForms, withLoadState } from './frame-shims.ts';
import type { PageTools } from './page-tools.ts';
import { interceptRequests } from './request-interception.ts';

/** Adds to a page and its frames what scripts of the Puppeteer years call on them and Playwright does not have. */
export function addPuppeteerForms(page: Page, tools: PageTools): void {
  const { reload } = page;
  Object.assign(page, olderMethods(page, tools), {
    reload: (options?: object) => reload.call(page, withLoadState(options)),
  });
  addFrameForms(page);
  for (const frame of page.frames()) addFrameForms(frame);
  page.on('frameattached', addFrameForms);
}

function olderMethods(page: Page, tools: PageTools) {
  return {
    authenticate: (credentials: { username: string; password: string } | null) =>
      page.context().setHTTPCredentials(credentials),
    setViewport: (viewport: object) => applyViewport(tools, page, { ...viewport }),
    emulate: (device: unknown) => emulateDevice(tools, page, device),
    setUserAgent: (userAgent: string) => setUserAgent(tools, page, userAgent),
    setCacheEnabled: (isEnabled = true) => setCacheDisabled(tools, page, !isEnabled),
    cookies: (...urls: string[]) => page.context().cookies(urls.length === 0 ? page.url() : urls),
    setCookie: (...cookies: object[]) =>
      page.context().addCookies(cookies.map((cookie) => withAddress(cookie, page.url()))),
    deleteCookie: async (...cookies: { name: string }[]) => {
      for (const { name } of cookies) await page.context().clearCookies({ name });
    },
    setRequestInterception: (isOn: boolean) => interceptRequests(page, isOn),
    target: () => ({ createCDPSession: () => page.context().newCDPSession(page), url: () => page.url() }),
  };
}

function withAddress(cookie: object, url: string) {
  const given = { ...cookie } as {
    name: string;
    value: string;
    url?: string;
    domain?: string;
    path?: string;
  };
  if (given.domain !== undefined) return { path: '/', ...given };
  return given.url === undefined ? { ...given, url } : given;
}
