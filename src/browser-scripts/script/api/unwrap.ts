import type { ElementHandle } from 'playwright-core';

/** Our element handles inside of arguments for a page become what Playwright understands. */
export function unwrap(value: unknown): unknown {
  if (isWrapped(value)) return value.element;
  if (Array.isArray(value)) return value.map(unwrap);
  if (!isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, unwrap(each)]));
}

function isWrapped(value: unknown): value is { element: ElementHandle } {
  return typeof value === 'object' && value !== null && 'bindBrowser' in value && 'element' in value;
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
