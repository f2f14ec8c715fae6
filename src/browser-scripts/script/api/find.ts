import type { ElementHandle as Handle } from 'playwright-core';
import { StructuredError } from '../errors/structured-error.ts';
import type { UserSession } from '../session.ts';
import { By } from './by.ts';
import { BaseLocator, findAll, findFirst, type LocatorBuilder } from './locator.ts';

/** A selector, a locator or an element. */
export type Locatable = unknown;

export interface Located extends LocatorBuilder {
  toErrorString(): string;
}

/** What finds the elements that a script means. */
export function toLocator(locatable: Locatable): Located {
  if (typeof locatable === 'string') return By.css(locatable);
  if (isLocated(locatable)) return locatable;
  if (isHandle(locatable)) return ofElement(locatable, 'an element');
  if (locatable === null || locatable === undefined) throw notFound('null locator');
  throw new Error('An element is meant by a CSS selector, by By.… or by an element handle');
}

export function isLocatable(value: unknown): boolean {
  return typeof value === 'string' || isLocated(value) || isHandle(value);
}

/** A locator that always finds the same element. */
export function ofElement(element: Handle, name: string): BaseLocator {
  const builder = { pageFunc: '(node) => node', pageFuncMany: '(node) => [node]', pageFuncArgs: [element] };
  return new BaseLocator(builder, name);
}

export async function findMaybe(session: UserSession, locatable: Locatable): Promise<Handle | null> {
  const locator = toLocator(locatable);
  if (!hasOwnFind(locator)) return findFirst(locator, session.frame);
  return rawElement(await locator.find(session.frame, session.page));
}

export async function findOne(session: UserSession, locatable: Locatable): Promise<Handle> {
  const element = await findMaybe(session, locatable);
  if (element === null) throw notFound(toLocator(locatable).toErrorString());
  return element;
}

export async function findMany(session: UserSession, locatable: Locatable): Promise<Handle[]> {
  const locator = toLocator(locatable);
  if (!hasOwnFind(locator)) return findAll(locator, session.frame);
  const found = await locator.findMany(session.frame, session.page);
  return found.flatMap((each) => rawElement(each) ?? []);
}

function notFound(locator: string): StructuredError {
  const message = `No element was found on the page using '${locator}'`;
  return new StructuredError(message, { _kind: 'locator', kind: 'element-not-found', locator });
}

interface OwnFind extends Located {
  find(frame: unknown, page: unknown): Promise<unknown>;
  findMany(frame: unknown, page: unknown): Promise<unknown[]>;
}

/** A locator of the script's own may look for elements in its own way. */
function hasOwnFind(locator: Located): locator is OwnFind {
  const { find } = locator as Partial<OwnFind>;
  return typeof find === 'function' && find !== BaseLocator.prototype.find && !('element' in locator);
}

function rawElement(found: unknown): Handle | null {
  if (found === null || found === undefined) return null;
  return isHandle(found) ? found : ((found as { element?: Handle }).element ?? null);
}

function isLocated(value: unknown): value is Located {
  return typeof value === 'object' && value !== null && 'pageFunc' in value && 'toErrorString' in value;
}

/** An element of Playwright itself, from `browser.page.$()`. */
function isHandle(value: unknown): value is Handle {
  return typeof value === 'object' && value !== null && 'asElement' in value;
}
