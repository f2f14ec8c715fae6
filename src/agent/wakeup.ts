/** Auto-reset event for one waiting task: a notification without a waiter completes the next wait. */
export class Wakeup {
  #wake: (() => void) | undefined;
  #isPending = false;

  notify(): void {
    this.#isPending = true;
    this.#wake?.();
  }

  /** Resolves on the next notification or after `timeoutMs`; rejects when `signal` aborts. */
  async wait(timeoutMs: number | undefined, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (!this.#isPending) await this.#changed(timeoutMs, signal);
    this.#isPending = false;
    signal.throwIfAborted();
  }

  #changed(timeoutMs: number | undefined, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', wake);
        this.#wake = undefined;
        resolve();
      };
      const timer = timeoutMs === undefined ? undefined : setTimeout(wake, timeoutMs);
      signal.addEventListener('abort', wake);
      this.#wake = wake;
    });
  }
}
