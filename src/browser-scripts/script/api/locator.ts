import type { ElementHandle, Frame } from 'playwright-core';
import { callOf, inPage, type PageFunction } from './page-function.ts';
import { unwrap } from './unwrap.ts';

export interface LocatorBuilder {
  /** Gives the first element; gets the arguments and, last, the element to look in. */
  pageFunc: PageFunction;
  pageFuncMany: PageFunction;
  pageFuncArgs: unknown[];
}

/** What finds elements; `BaseLocator` of scripts that make locators of their own. */
export class BaseLocator implements LocatorBuilder {
  readonly errorString: string;
  readonly #builder: LocatorBuilder;

  constructor(builder: LocatorBuilder, errorString = 'a locator of the script') {
    this.#builder = builder;
    this.errorString = errorString;
  }

  get pageFunc(): PageFunction {
    return this.#builder.pageFunc;
  }

  get pageFuncMany(): PageFunction {
    return this.#builder.pageFuncMany;
  }

  get pageFuncArgs(): unknown[] {
    return this.#builder.pageFuncArgs;
  }

  async find(frame: Frame, _page?: unknown, node?: ElementHandle): Promise<unknown> {
    return findFirst(this, frame, node);
  }

  async findMany(frame: Frame, _page?: unknown, node?: ElementHandle): Promise<unknown[]> {
    return findAll(this, frame, node);
  }

  toErrorString(): string {
    return this.errorString;
  }

  toString(): string {
    return this.toErrorString();
  }
}

/** One look at the frame as it is now. */
export async function findFirst(
  { pageFunc, pageFuncArgs }: LocatorBuilder,
  frame: Frame,
  node?: ElementHandle,
): Promise<ElementHandle | null> {
  const all = { args: unwrap(pageFuncArgs), node };
  const handle = await frame.evaluateHandle(inPage('all', callOf(pageFunc)), all);
  const element = handle.asElement();
  if (element === null) await handle.dispose();
  return element as ElementHandle | null;
}

export async function findAll(
  { pageFuncMany, pageFuncArgs }: LocatorBuilder,
  frame: Frame,
  node?: ElementHandle,
): Promise<ElementHandle[]> {
  const all = { args: unwrap(pageFuncArgs), node };
  const list = await frame.evaluateHandle(inPage('all', `Array.from(${callOf(pageFuncMany)} ?? [])`), all);
  const properties = await list.getProperties();
  await list.dispose();
  return [...properties.values()].flatMap((each) => (each.asElement() as ElementHandle | null) ?? []);
}
