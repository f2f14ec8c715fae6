/** Without data for this long, the storage counts as unreachable. */
const defaultTimeoutMs = 30_000;
const retryAfterMs = 60 * 60_000;

/** Whether the storage of the service responds to this machine; shared by all executions of a node. */
export class StorageAccess {
  readonly timeoutMs: number;
  #notBeforeMs = Number.NEGATIVE_INFINITY;

  constructor(timeoutMs = defaultTimeoutMs) {
    this.timeoutMs = timeoutMs;
  }

  /** False for an hour after a timeout, so that a firewall that drops packets does not delay each file. */
  get isResponding(): boolean {
    return performance.now() >= this.#notBeforeMs;
  }

  noteTimeout(): void {
    this.#notBeforeMs = performance.now() + retryAfterMs;
  }
}
