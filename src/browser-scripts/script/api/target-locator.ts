import type { ElementHandle as Handle, Page } from 'playwright-core';
import type { UserSession } from '../session.ts';
import { act } from './action.ts';
import { ElementHandle } from './element-handle.ts';
import { findFrame } from './target-frame.ts';

/** `browser.switchTo()`. */
export class TargetLocator {
  readonly #session: UserSession;

  constructor(session: UserSession) {
    this.#session = session;
  }

  /** The element with the focus, else the body. */
  activeElement(): Promise<ElementHandle | null> {
    return this.#do('activeElement', async () => {
      const found = await this.#session.frame.evaluateHandle('document.activeElement || document.body');
      const element = found.asElement() as Handle | null;
      return element === null ? null : new ElementHandle(element, this.#session, 'the active element');
    });
  }

  defaultContent(): Promise<void> {
    return this.#do('defaultContent', async () => this.#session.useFrame(null));
  }

  /** By index, by name or id, or by its element; null leads back to the whole page. */
  frame(id: unknown): Promise<void> {
    return this.#do('frame', async () => {
      this.#session.useFrame(id === null || id === undefined ? null : await findFrame(this.#session, id));
    });
  }

  page(which: number | Page): Promise<void> {
    return this.#do('page', async () => {
      const page = typeof which === 'number' ? this.#session.context.pages()[which] : which;
      if (page === undefined) throw new Error(`There is no page with the index ${String(which)}`);
      this.#session.usePage(page);
      await page.bringToFront();
    });
  }

  #do<T>(name: string, body: () => Promise<T>): Promise<T> {
    return act(this.#session, { name: `switchTo().${name}` }, body);
  }
}
