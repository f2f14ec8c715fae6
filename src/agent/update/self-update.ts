import type { Log } from '../../lib/log.ts';

export interface SelfUpdateOptions {
  version: string;
  /** Selects the version to start next; throws if that is not possible. */
  switchTo(version: string): Promise<void>;
  log: Log;
}

const retryAfterMs = 10 * 60_000;

/** Updates the agent to the version of the service, between executions. */
export class SelfUpdate {
  readonly #options: SelfUpdateOptions;
  #wanted: string;
  #isSwitching = false;
  #isSwitched = false;
  #notBeforeMs = 0;

  constructor(options: SelfUpdateOptions) {
    this.#options = options;
    this.#wanted = options.version;
  }

  /** Called with the version of the service after each connection; undefined if it does not state one. */
  noteServiceVersion(version: string | undefined): void {
    if (version === undefined || version === this.#wanted) return;
    this.#wanted = version;
    this.#notBeforeMs = 0;
  }

  /** Called regularly while there are no executions. Returns true when the new version is installed and the agent must restart. */
  advance(): boolean {
    if (!this.#isSwitching && !this.#isSwitched && performance.now() >= this.#notBeforeMs)
      void this.#switch();
    return this.#isSwitched;
  }

  async #switch(): Promise<void> {
    const { version, log } = this.#options;
    const to = this.#wanted;
    if (to === version) return;
    this.#isSwitching = true;
    try {
      await this.#options.switchTo(to);
      this.#isSwitched = true;
      log.info({ from: version, to }, 'agent.updated');
    } catch (error) {
      this.#notBeforeMs = performance.now() + retryAfterMs;
      log.error({ from: version, to, err: error, retryAfterMs }, 'agent.update.failed');
    } finally {
      this.#isSwitching = false;
    }
  }
}
