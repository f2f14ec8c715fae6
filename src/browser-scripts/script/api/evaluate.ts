import type { Frame, Page } from 'playwright-core';
import { inPage, type PageFunction, sourceOf } from './page-function.ts';
import { unwrap } from './unwrap.ts';

/** Runs code in a page with as many arguments as the script likes; Playwright itself takes one. */
export async function evaluateIn(
  frame: Pick<Frame | Page, 'evaluate'>,
  code: PageFunction,
  args: unknown[],
): Promise<unknown> {
  return frame.evaluate(withArguments(code), unwrap(args));
}

/** Code that takes all arguments as one list. */
export function withArguments(code: PageFunction): (args: unknown) => unknown {
  return inPage('args', `((code) => typeof code === 'function' ? code(...args) : code)(${sourceOf(code)})`);
}

/** The same for code that gets an element, or a list of them, first. */
export function withNode(code: PageFunction): (node: unknown, args: unknown) => unknown {
  return inPage('node, args', `(${sourceOf(code)})(node, ...args)`) as (
    node: unknown,
    args: unknown,
  ) => unknown;
}
