import type { EventEmitter } from 'node:events';
import type { Dialog, Page } from 'playwright-core';

const heldMs = 5000;

/**
 * Keeps a dialog open for a script that is going to ask for it. A page with an open dialog stands still, so the dialog
 * is dismissed as soon as the script does anything else.
 */
export class Dialogs {
  #held: Dialog | null = null;
  #timer: NodeJS.Timeout | null = null;
  readonly #waiting = new Set<(dialog: Dialog) => void>();

  watch(page: Page): void {
    page.on('dialog', (dialog) => {
      if (dialog.type() === 'beforeunload') return void dialog.accept().catch(() => {});
      for (const take of this.#waiting) take(dialog);
      // One listener is this one: with another the script handles its dialogs itself.
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

  /** Ends when a dialog opens, for actions that cannot end while it is open. */
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

/** Playwright's objects are event emitters, though their types do not say so. */
function listeners(emitter: unknown): number {
  return (emitter as EventEmitter).listenerCount('dialog');
}
