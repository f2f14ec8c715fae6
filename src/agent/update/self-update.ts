import { isNewerVersion } from '../../lib/is-newer-version.ts';
import type { Log } from '../../lib/log.ts';

export interface SelfUpdateOptions {
  version: string;
  /** Selects the version to start next; throws if that is not possible. */
  switchTo(version: string): Promise<void>;
  log: Log;
  /** Milliseconds of a steady clock. */
  nowMs?: () => number;
}

const retryAfterMs = 10 * 60_000;
/** Longer than a rolling upgrade sends the node to services of the former version only. */
const olderAfterMs = 5 * 60_000;

/**
 * Updates the agent to a newer version of the service, between executions. To an older one only when no service has
 * accepted its protocol for some minutes: during a rolling upgrade, a node meets services of both versions.
 */
export class SelfUpdate {
  readonly #options: SelfUpdateOptions;
  readonly #nowMs: () => number;
  #wanted: string;
  #service: string | undefined;
  #rejectedSinceMs: number | undefined;
  #isSwitching = false;
  #isSwitched = false;
  #notBeforeMs = Number.NEGATIVE_INFINITY;

  constructor(options: SelfUpdateOptions) {
    this.#options = options;
    this.#nowMs = options.nowMs ?? (() => performance.now());
    this.#wanted = options.version;
  }

  /** Called with the version of the service after each connection; undefined if it does not state one. */
  noteServiceVersion(version: string | undefined): void {
    if (version === undefined) return;
    const own = this.#options.version;
    this.#service = version;
    this.#want(isNewerVersion(version, own) ? version : own);
  }

  /** A service has accepted the protocol of this agent. */
  noteAccepted(): void {
    this.#rejectedSinceMs = undefined;
  }

  /** The service of the last noted version requires another protocol. */
  noteIncompatible(): void {
    this.#rejectedSinceMs ??= this.#nowMs();
    const isLasting = this.#nowMs() - this.#rejectedSinceMs >= olderAfterMs;
    if (isLasting && this.#service !== undefined) this.#want(this.#service);
  }

  /** Called regularly while there are no executions. Returns true when the new version is installed and the agent must restart. */
  advance(): boolean {
    if (!this.#isSwitching && !this.#isSwitched && this.#nowMs() >= this.#notBeforeMs) void this.#switch();
    return this.#isSwitched;
  }

  #want(version: string): void {
    if (version === this.#wanted) return;
    this.#wanted = version;
    this.#notBeforeMs = Number.NEGATIVE_INFINITY;
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
      this.#notBeforeMs = this.#nowMs() + retryAfterMs;
      log.error({ from: version, to, err: error, retryAfterMs }, 'agent.update.failed');
    } finally {
      this.#isSwitching = false;
    }
  }
}
