import type { BrowserContext, Page } from 'playwright-core';

/** Pages that opened since the iteration began and were not asked for yet. */
export class NewPages {
  #opened: Page[] = [];
  #waiting: ((page: Page) => void)[] = [];

  watch(context: BrowserContext): void {
    context.on('page', (page) => {
      const take = this.#waiting.shift();
      if (take === undefined) this.#opened.push(page);
      else take(page);
    });
  }

  clear(): void {
    this.#opened = [];
    this.#waiting = [];
  }

  /** One that is open already, or the next one. */
  async next(timeoutMs: number): Promise<Page> {
    const open = this.#opened.shift();
    if (open !== undefined) return open;
    const { promise, resolve, reject } = Promise.withResolvers<Page>();
    this.#waiting.push(resolve);
    const timer = setTimeout(() => reject(new Error(`No new page opened within ${timeoutMs} ms`)), timeoutMs);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#waiting = this.#waiting.filter((each) => each !== resolve);
    }
  }
}
