import { performance } from 'node:perf_hooks';

const everyMs = 1000;
const busyShare = 0.9;
const tolerated = 0.1;
/** Every run is busy while it warms up. */
const toleratedSeconds = 10;

interface LoopTimes {
  idle: number;
  active: number;
}

/** Notes second by second whether the engine itself was what held requests up. */
export class LoadWatch {
  #seconds = 0;
  #busySeconds = 0;
  #mostUsers = 0;
  /** Milliseconds of the event loop so far. */
  #last: LoopTimes;
  readonly #users: () => number;
  readonly #measure: () => LoopTimes;
  readonly #timer: NodeJS.Timeout;

  constructor(users: () => number, measure: () => LoopTimes = () => performance.eventLoopUtilization()) {
    this.#users = users;
    this.#measure = measure;
    this.#last = measure();
    this.#timer = setInterval(() => this.look(), everyMs).unref();
  }

  look(): void {
    const now = this.#measure();
    const idle = now.idle - this.#last.idle;
    const active = now.active - this.#last.active;
    this.#last = now;
    // A second that was held up is looked at late, and counts for as long as it was.
    const seconds = (idle + active) / 1000;
    this.#seconds += seconds;
    if (active > (idle + active) * busyShare) {
      this.#busySeconds += seconds;
      this.#mostUsers = Math.max(this.#mostUsers, this.#users());
    }
  }

  /** What the owner of the run has to know about its times, if anything. */
  stop(): string | undefined {
    clearInterval(this.#timer);
    this.look();
    return this.#busySeconds > Math.max(toleratedSeconds, this.#seconds * tolerated)
      ? `The engine was busier than ${busyShare * 100} % for ${Math.ceil(this.#busySeconds)} of ${Math.ceil(this.#seconds)} seconds, with up to ${this.#mostUsers} users: response times may be its own and not the target's. Use fewer users on each node, or more nodes.`
      : undefined;
  }
}
