import type { Frame, JSHandle, Page } from 'playwright-core';
import { withArguments, withNode } from './api/evaluate.ts';
import { loadStateOf } from './api/load-state.ts';
import { isInPage, type PageFunction } from './api/page-function.ts';
import { unwrap } from './api/unwrap.ts';
import { sleep } from './sleep.ts';

interface VisibilityOptions {
  visible?: boolean;
  hidden?: boolean;
  timeout?: number;
  strict?: boolean;
  state?: 'visible' | 'hidden' | 'attached' | 'detached';
}

type Place = Pick<
  Page & Frame,
  | 'goto'
  | 'waitForNavigation'
  | 'waitForSelector'
  | 'waitForFunction'
  | 'evaluate'
  | 'evaluateHandle'
  | '$eval'
  | '$$eval'
  | '$$'
  | 'selectOption'
>;

/**
 * Adds what scripts of the Puppeteer years call on a page or a frame alike and Playwright does not have, and lets what
 * both have take the older arguments too. Playwright's page calls its main frame, so both may have them.
 */
export function addFrameForms(place: Page | Frame): void {
  Object.assign(place, olderMethods(place), widenedMethods(place));
}

function olderMethods(place: Place) {
  return {
    $x: (expression: string) => place.$$(`xpath=${expression}`),
    waitForXPath: (expression: string, options?: VisibilityOptions) =>
      place.waitForSelector(`xpath=${expression}`, withState(options)),
    waitFor: (what: unknown, options?: VisibilityOptions, ...args: unknown[]) => {
      if (typeof what === 'number') return sleep(what);
      if (typeof what === 'function')
        return place.waitForFunction(withArguments(what), unwrap(args), options);
      const selector = String(what);
      return place.waitForSelector(
        /^\(?\/\//.test(selector) ? `xpath=${selector}` : selector,
        withState(options),
      );
    },
    select: (selector: string, ...values: string[]) => place.selectOption(selector, values),
  };
}

function widenedMethods(place: Place) {
  const { goto, waitForNavigation, waitForSelector, waitForFunction } = place;
  const { evaluate, evaluateHandle, $eval, $$eval } = place;
  return {
    goto: (url: string, options?: object) => goto.call(place, url, withLoadState(options)),
    waitForNavigation: (options?: object) => waitForNavigation.call(place, withLoadState(options)),
    evaluate: (code: PageFunction, ...args: unknown[]) =>
      isInPage(code)
        ? evaluate.call(place, code, args[0])
        : evaluate.call(place, withArguments(code), unwrap(args)),
    evaluateHandle: (code: PageFunction, ...args: unknown[]): Promise<JSHandle> =>
      isInPage(code)
        ? evaluateHandle.call(place, code, args[0])
        : evaluateHandle.call(place, withArguments(code), unwrap(args)),
    $eval: (selector: string, code: PageFunction, ...args: unknown[]) =>
      isInPage(code)
        ? $eval.call(place, selector, code, args[0])
        : $eval.call(place, selector, withNode(code), unwrap(args)),
    $$eval: (selector: string, code: PageFunction, ...args: unknown[]) =>
      isInPage(code)
        ? $$eval.call(place, selector, code, args[0])
        : $$eval.call(place, selector, withNode(code), unwrap(args)),
    waitForSelector: (selector: string, options?: VisibilityOptions) =>
      waitForSelector.call(place, selector, withState(options) as { state: 'visible' }),
    waitForFunction: (code: PageFunction, first?: unknown, ...rest: unknown[]) => {
      if (isInPage(code)) return waitForFunction.call(place, code, first, older(rest[0]));
      // Puppeteer has the options before the arguments, Playwright after the one argument.
      const isOlder = isWaitOptions(first);
      const args = isOlder ? rest : first === undefined ? [] : [first];
      return waitForFunction.call(place, withArguments(code), unwrap(args), older(isOlder ? first : rest[0]));
    },
  };
}

/** Options of a navigation with the names of both libraries. */
export function withLoadState(options: { waitUntil?: unknown } = {}) {
  return { ...options, waitUntil: loadStateOf(options.waitUntil) };
}

function isWaitOptions(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const keys = Object.keys(value);
  return keys.length > 0 && keys.every((key) => key === 'timeout' || key === 'polling');
}

/** Playwright has no `mutation` polling. */
function older(options: unknown): { timeout?: number; polling?: 'raf' | number } {
  const { timeout, polling } = (options ?? {}) as { timeout?: number; polling?: unknown };
  return { timeout, polling: typeof polling === 'number' ? polling : 'raf' };
}

/** Without a wish an element only has to be there. */
function withState(options: VisibilityOptions = {}) {
  const { visible, hidden, state, ...others } = options;
  return { ...others, state: state ?? (hidden ? 'hidden' : visible ? 'visible' : 'attached') };
}
