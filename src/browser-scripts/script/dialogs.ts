import type { EventEmitter } from 'node:events';
import type { Dialog, Page } from 'playwright-core';

const heldMs = 5000;

/**
 * Keeps a dialog open for a script that may request it. An open dialog blocks the page, so any other action of the
 * script dismisses it.
 */
export class Dialogs {
  #held: Dialog | null = null;
  #timer: NodeJS.Timeout | null = null;
  readonly #waiting = new Set<(dialog: Dialog) => void>();

  watch(page: Page): void {
    page.on('dialog', (dialog) => {
      if (dialog.type() === 'beforeunload') return void dialog.accept().catch(() => {});
      for (const take of this.#waiting) take(dialog);
      // With a listener besides ours, the script handles its dialogs itself.
      if (listeners(page) > 1 || listeners(page.context()) > 0) return;
      this.#held = dialog;
      this.#timer = setTimeout(() => void this.dismiss(), heldMs);
    });
  }

  /** The dialog that is open, or the next one. */
  async next(signal: AbortSignal): Promise<Dialog | null> {
    if (this.#held !== null) return this.#release();
    const { promise, resolve } = Promise.withResolvers<Dialog | null>();
    const take = (dialog: Dialog) => resolve(dialog);
    this.#waiting.add(take);
    signal.addEventListener('abort', () => resolve(null));
    const dialog = await promise;
    this.#waiting.delete(take);
    this.#release();
    return dialog;
  }

  /** Resolves when a dialog opens, for actions that cannot end while it is open. */
  async opened(signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const take = () => resolve();
    this.#waiting.add(take);
    signal.addEventListener('abort', take);
    await promise;
    this.#waiting.delete(take);
  }

  async dismiss(): Promise<void> {
    await this.#release()
      ?.dismiss()
      .catch(() => {});
  }

  #release(): Dialog | null {
    if (this.#timer !== null) clearTimeout(this.#timer);
    const dialog = this.#held;
    this.#held = null;
    this.#timer = null;
    return dialog;
  }
}

/** Objects of Playwright are event emitters, although their types omit it. */
function listeners(emitter: unknown): number {
  return (emitter as EventEmitter).listenerCount('dialog');
}
