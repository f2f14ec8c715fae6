import type { Clock } from '../lib/clock.ts';

interface Exchange {
  offsetMs: number;
  roundTripMs: number;
}

const keptExchanges = 8;
/** Two exchanges that disagree by more than their round trips and this allow: one of the clocks was set. */
const toleranceMs = 20;

/** The service's time, worked out from exchanges of `time` messages: the one with the shortest round trip counts. */
export class ServiceClock implements Clock {
  readonly #local: Clock;
  readonly #exchanges: Exchange[] = [];
  readonly #measured = Promise.withResolvers<void>();
  #best: Exchange;

  constructor(local: Clock, lastKnownOffsetMs: number) {
    this.#local = local;
    this.#best = { offsetMs: lastKnownOffsetMs, roundTripMs: 0 };
  }

  /** Resolves after the first exchange. */
  get measured(): Promise<void> {
    return this.#measured.promise;
  }

  /** Service time minus this machine's. */
  get offsetMs(): number {
    return this.#best.offsetMs;
  }

  get roundTripMs(): number {
    return this.#best.roundTripMs;
  }

  nowMs(): number {
    return this.#local.nowMs() + this.offsetMs;
  }

  /** To be put into a `time` message as it is sent. */
  localMs(): number {
    return this.#local.nowMs();
  }

  toLocalMs(serviceTimeMs: number): number {
    return serviceTimeMs - this.offsetMs;
  }

  /** An answer has come: `sentAtMs` is what the question carried. */
  receive(sentAtMs: number, serviceTimeMs: number): void {
    const receivedAtMs = this.#local.nowMs();
    const roundTripMs = receivedAtMs - sentAtMs;
    // A clock set back during the exchange.
    if (roundTripMs < 0) return;
    const exchange = { offsetMs: serviceTimeMs - (sentAtMs + receivedAtMs) / 2, roundTripMs };
    if (this.#exchanges.length > 0 && contradicts(exchange, this.#best)) this.#exchanges.length = 0;
    this.#exchanges.push(exchange);
    if (this.#exchanges.length > keptExchanges) this.#exchanges.shift();
    this.#best = this.#exchanges.reduce((best, each) => (each.roundTripMs <= best.roundTripMs ? each : best));
    this.#measured.resolve();
  }
}

function contradicts(a: Exchange, b: Exchange): boolean {
  return Math.abs(a.offsetMs - b.offsetMs) > (a.roundTripMs + b.roundTripMs) / 2 + toleranceMs;
}
