import type { JSHandle, Page } from 'playwright-core';
import { setCacheDisabled } from './api/cache.ts';
import { applyViewport, emulateDevice, setUserAgent } from './api/emulation.ts';
import { withArguments, withNode } from './api/evaluate.ts';
import { loadStateOf } from './api/load-state.ts';
import type { PageFunction } from './api/page-function.ts';
import { unwrap } from './api/unwrap.ts';
import type { PageTools } from './page-tools.ts';
import { interceptRequests } from './request-interception.ts';
import { sleep } from './sleep.ts';

interface VisibilityOptions {
  visible?: boolean;
  hidden?: boolean;
  timeout?: number;
  state?: 'visible' | 'hidden' | 'attached' | 'detached';
}

/**
 * Adds to a page what scripts of the Puppeteer years call on `browser.page` and Playwright does not have, and lets
 * what both have take the older arguments too.
 */
export function addPuppeteerForms(page: Page, tools: PageTools): void {
  Object.assign(page, olderMethods(page, tools), widenedMethods(page));
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
    $x: (expression: string) => page.$$(`xpath=${expression}`),
    waitForXPath: (expression: string, options?: VisibilityOptions) =>
      page.waitForSelector(`xpath=${expression}`, withState(options)),
    waitFor: (what: unknown, options?: VisibilityOptions, ...args: unknown[]) => {
      if (typeof what === 'number') return sleep(what);
      if (typeof what === 'function') return page.waitForFunction(withArguments(what), args, options);
      const selector = String(what);
      return page.waitForSelector(
        /^\(?\/\//.test(selector) ? `xpath=${selector}` : selector,
        withState(options),
      );
    },
    setRequestInterception: (isOn: boolean) => interceptRequests(page, isOn),
    target: () => ({ createCDPSession: () => page.context().newCDPSession(page), url: () => page.url() }),
  };
}

function widenedMethods(page: Page) {
  const { goto, reload, waitForNavigation, waitForSelector, waitForFunction } = page;
  const { evaluate, evaluateHandle, $eval, $$eval } = page;
  const states = (options: { waitUntil?: unknown } = {}) => ({
    ...options,
    waitUntil: loadStateOf(options.waitUntil),
  });
  return {
    goto: (url: string, options?: object) => goto.call(page, url, states(options)),
    reload: (options?: object) => reload.call(page, states(options)),
    waitForNavigation: (options?: object) => waitForNavigation.call(page, states(options)),
    evaluate: (code: PageFunction, ...args: unknown[]) =>
      evaluate.call(page, withArguments(code), unwrap(args)),
    $eval: (selector: string, code: PageFunction, ...args: unknown[]) =>
      $eval.call(page, selector, withNode(code), unwrap(args)),
    $$eval: (selector: string, code: PageFunction, ...args: unknown[]) =>
      $$eval.call(page, selector, withNode(code), unwrap(args)),
    evaluateHandle: (code: PageFunction, ...args: unknown[]): Promise<JSHandle> =>
      evaluateHandle.call(page, withArguments(code), unwrap(args)),
    waitForSelector: (selector: string, options?: VisibilityOptions) =>
      waitForSelector.call(page, selector, withState(options) as { state: 'visible' }),
    waitForFunction: (code: PageFunction, first?: unknown, ...rest: unknown[]) => {
      // Puppeteer has the options before the arguments, Playwright after the one argument.
      const isOlder = isWaitOptions(first);
      const args = isOlder ? rest : first === undefined ? [] : [first];
      const options = (isOlder ? first : rest[0]) as { timeout?: number } | undefined;
      return waitForFunction.call(page, withArguments(code), unwrap(args), older(options));
    },
  };
}

function isWaitOptions(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const keys = Object.keys(value);
  return keys.length > 0 && keys.every((key) => key === 'timeout' || key === 'polling');
}

/** Playwright has no `mutation` polling. */
function older(options: { timeout?: number; polling?: unknown } | undefined): {
  timeout?: number;
  polling?: 'raf' | number;
} {
  if (options === undefined) return {};
  const polling = typeof options.polling === 'number' ? options.polling : 'raf';
  return { timeout: options.timeout, polling };
}

/** Without a wish an element only has to be there. */
function withState(options: VisibilityOptions = {}): {
  state: 'visible' | 'hidden' | 'attached' | 'detached';
  timeout?: number;
} {
  const { visible, hidden, state, timeout } = options;
  return { state: state ?? (hidden ? 'hidden' : visible ? 'visible' : 'attached'), timeout };
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
