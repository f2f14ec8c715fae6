import type { Frame } from 'playwright-core';
import type { UserSession } from '../session.ts';
import { findOne, isLocatable, type Locatable } from './find.ts';
import type { PageDocument, PageNode, PageWindow } from './in-page/dom.ts';

export interface ScrollOptions {
  behavior?: string;
  block?: string;
  inline?: string;
}

type Edge = 'top' | 'bottom' | 'left' | 'right';

declare const document: PageDocument;
declare const window: PageWindow;

export async function scrollBy(
  frame: Frame,
  x: unknown,
  y: unknown,
  options: ScrollOptions = {},
): Promise<void> {
  const behavior = readBehavior(options);
  await frame.evaluate(
    ({ x, y, behavior }) => {
      const left = x === 'window.innerWidth' ? window.innerWidth : Number(x);
      const top = y === 'window.innerHeight' ? window.innerHeight : Number(y);
      window.scrollBy({ left, top, behavior });
    },
    { x, y, behavior },
  );
}

/** To an element, a point or an edge of the page. */
export async function scrollTo(
  session: UserSession,
  target: Locatable,
  options: ScrollOptions = {},
): Promise<void> {
  const behavior = readBehavior(options);
  if (Array.isArray(target))
    return scrollToPoint(session.frame, Number(target[0]), Number(target[1]), behavior);
  if (isEdge(target)) return scrollToEdge(session.frame, target, behavior);
  if (!isLocatable(target)) throw new Error('scrollTo needs an element, a point or an edge of the page');
  const element = await findOne(session, target);
  const { block = 'start', inline = 'nearest' } = options;
  await element.evaluate((node: PageNode, how: object) => node.scrollIntoView(how), {
    behavior,
    block,
    inline,
  });
}

async function scrollToPoint(frame: Frame, left: number, top: number, behavior: string): Promise<void> {
  await frame.evaluate((to) => window.scrollTo(to), { left, top, behavior });
}

async function scrollToEdge(frame: Frame, edge: Edge, behavior: string): Promise<void> {
  await frame.evaluate(
    ({ edge, behavior }) => {
      const { scrollHeight, scrollWidth } = document.body;
      if (edge === 'top') window.scrollTo({ top: 0, behavior });
      else if (edge === 'left') window.scrollTo({ left: 0, behavior });
      else if (edge === 'bottom') window.scrollTo({ top: scrollHeight, behavior });
      else window.scrollTo({ left: scrollWidth, behavior });
    },
    { edge, behavior },
  );
}

function isEdge(target: unknown): target is Edge {
  return target === 'top' || target === 'bottom' || target === 'left' || target === 'right';
}

function readBehavior({ behavior = 'auto' }: ScrollOptions): string {
  if (behavior === 'auto' || behavior === 'smooth') return behavior;
  throw new Error(`The scroll behavior '${behavior}' is neither 'auto' nor 'smooth'`);
}
