import {
  cssAll,
  cssFirst,
  linkAll,
  linkFirst,
  tagAll,
  tagFirst,
  visibleTextAll,
  visibleTextFirst,
  xpathAll,
  xpathFirst,
} from './in-page/finders.ts';
import { BaseLocator } from './locator.ts';
import type { PageFunction } from './page-function.ts';

/** The ways to find elements. */
export const By = Object.freeze({
  css: (selector: string) => locator('css', [selector], cssFirst, cssAll),
  id: (id: string) => attribute('id', [id], `*[id="${inQuotes(id.replace(/^#/, ''))}"]`),
  nameAttr: (value: string) => attribute('nameAttr', [value], `*[name="${inQuotes(value)}"]`),
  attr: (tag: string, name: string, value: string) =>
    attribute('attr', [tag, name, value], `${tag}[${name}="${inQuotes(value)}"]`),
  tagName: (name: string) => locator('tagName', [name], tagFirst, tagAll),
  xpath: (expression: string) => locator('xpath', [expression], xpathFirst, xpathAll),
  linkText: (text: string) => locator('linkText', [text], linkFirst, linkAll, [text, false]),
  partialLinkText: (text: string) => locator('partialLinkText', [text], linkFirst, linkAll, [text, true]),
  visibleText: (text: string) =>
    locator('visibleText', [text], visibleTextFirst, visibleTextAll, [text, false]),
  partialVisibleText: (text: string) =>
    locator('partialVisibleText', [text], visibleTextFirst, visibleTextAll, [text, true]),
  js: (code: PageFunction, ...args: unknown[]) => locator('js', [code], code, code, args),
});

function locator(
  name: string,
  shown: unknown[],
  pageFunc: PageFunction,
  pageFuncMany: PageFunction,
  pageFuncArgs: unknown[] = shown,
): BaseLocator {
  const text = shown.map((each) => (typeof each === 'string' ? `'${each}'` : String(each))).join(', ');
  return new BaseLocator({ pageFunc, pageFuncMany, pageFuncArgs }, `By.${name}(${text})`);
}

/** These search the whole document, regardless of the element they are called on. */
function attribute(name: string, shown: unknown[], selector: string): BaseLocator {
  const first = `(selector) => document.querySelector(selector)`;
  const all = `(selector) => Array.from(document.querySelectorAll(selector))`;
  return locator(name, shown, first, all, [selector]);
}

/** Escapes text for a quoted attribute value. */
function inQuotes(value: string): string {
  return String(value).replace(/["\\]/g, '\\$&').replaceAll('\n', '\\a ');
}
