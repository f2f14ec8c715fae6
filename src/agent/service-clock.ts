import type { Clock } from '../lib/clock.ts';

interface Exchange {
  offsetMs: number;
  roundTripMs: number;
}

const keptExchanges = 8;
/** Exchanges that differ by more than their round trips plus this mean that a clock was changed. */
const toleranceMs = 20;

/** Service time, estimated from the `time` exchange with the shortest round trip. */
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

  /** This machine's time, for `time` messages. */
  localMs(): number {
    return this.#local.nowMs();
  }

  toLocalMs(serviceTimeMs: number): number {
    return serviceTimeMs - this.offsetMs;
  }

  /** Handles a `time` response; `sentAtMs` is the value of the request. */
  receive(sentAtMs: number, serviceTimeMs: number): void {
    const receivedAtMs = this.#local.nowMs();
    const roundTripMs = receivedAtMs - sentAtMs;
    // The local clock was set back during the exchange.
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
