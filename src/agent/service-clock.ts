import { type Clock, steadyClock } from '../lib/clock.ts';

interface Exchange {
  /** Service time minus the steady clock of this process. */
  offsetMs: number;
  roundTripMs: number;
}

const keptExchanges = 8;
/** Smaller differences are not clock changes; the round trips of the exchanges are tolerated too. */
const toleranceMs = 20;

/**
 * Service time, estimated from the `time` exchange with the shortest round trip. It continues steadily when the clock of
 * this machine is changed.
 */
export class ServiceClock implements Clock {
  readonly #local: Clock;
  readonly #steady: Clock;
  /** The clock of this machine minus the steady one, at the start. */
  readonly #firstDifferenceMs: number;
  readonly #exchanges: Exchange[] = [];
  readonly #measured = Promise.withResolvers<void>();
  #best: Exchange;

  constructor(local: Clock, lastKnownOffsetMs: number, steady = steadyClock) {
    this.#local = local;
    this.#steady = steady;
    this.#firstDifferenceMs = local.nowMs() - steady.nowMs();
    this.#best = { offsetMs: lastKnownOffsetMs + this.#firstDifferenceMs, roundTripMs: 0 };
  }

  /** Resolves after the first exchange. */
  get measured(): Promise<void> {
    return this.#measured.promise;
  }

  /** Service time minus this machine's. */
  get offsetMs(): number {
    const differenceMs = this.#local.nowMs() - this.#steady.nowMs();
    const isChanged = Math.abs(differenceMs - this.#firstDifferenceMs) > toleranceMs;
    return this.#best.offsetMs - (isChanged ? differenceMs : this.#firstDifferenceMs);
  }

  get roundTripMs(): number {
    return this.#best.roundTripMs;
  }

  nowMs(): number {
    return this.#steady.nowMs() + this.#best.offsetMs;
  }

  /** The value of a `time` request that is sent now. */
  stampMs(): number {
    return this.#steady.nowMs();
  }

  toLocalMs(serviceTimeMs: number): number {
    return serviceTimeMs - this.offsetMs;
  }

  /** Handles a `time` response; `sentAtMs` is the value from the request. */
  receive(sentAtMs: number, serviceTimeMs: number): void {
    const receivedAtMs = this.#steady.nowMs();
    const exchange = {
      offsetMs: serviceTimeMs - (sentAtMs + receivedAtMs) / 2,
      roundTripMs: receivedAtMs - sentAtMs,
    };
    if (this.#exchanges.length > 0 && contradicts(exchange, this.#best)) this.#exchanges.length = 0;
    this.#exchanges.push(exchange);
    if (this.#exchanges.length > keptExchanges) this.#exchanges.shift();
    this.#best = this.#exchanges.reduce((best, each) => (each.roundTripMs <= best.roundTripMs ? each : best));
    this.#measured.resolve();
  }
}

/** The clock of the service was changed, or this machine was asleep. */
function contradicts(a: Exchange, b: Exchange): boolean {
  return Math.abs(a.offsetMs - b.offsetMs) > (a.roundTripMs + b.roundTripMs) / 2 + toleranceMs;
}
