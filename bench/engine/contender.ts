import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../../test/support/until.ts';
import type { Generator } from './load.ts';
import type { Nginx } from './nginx.ts';
import { processorUs } from './process-time.ts';

/** Measurement of a generator over some seconds. */
export interface Stretch {
  perSecond: number;
  /** Processor time per request. */
  processorUs: number;
  /** Share of its core; clearly below 1 means that something else was the bottleneck. */
  coreShare: number;
}

export const earlySeconds = 10;
const timeoutMs = 60_000;
/** Time from resuming the process to the measurement. */
const settleMs = 500;
/** A delayed server has received more requests than it has counted. */
const restMs = 200;

/** A generator that runs only during its turns; its process is paused otherwise. */
export class Contender {
  readonly name: string;
  /** Requests per second in the `earlySeconds` after its first request. */
  earlyPerSecond = Number.NaN;
  readonly stretches: Stretch[] = [];
  readonly #nginx: Nginx;
  readonly #generator: Generator;
  #served = 0;

  private constructor(name: string, nginx: Nginx, generator: Generator) {
    this.name = name;
    this.#nginx = nginx;
    this.#generator = generator;
  }

  /** Starts, warms up, and pauses the process. */
  static async start(
    name: string,
    nginx: Nginx,
    prepare: () => Promise<Generator>,
    warmUpSeconds: number,
  ): Promise<Contender> {
    const before = await nginx.requests();
    const contender = new Contender(name, nginx, await prepare());
    await contender.#generator.begin();
    await until('the first request', async () => (await nginx.requests()) > before, timeoutMs, 5);
    const early = await contender.#look(earlySeconds);
    contender.earlyPerSecond = early.perSecond;
    await delay(Math.max(0, warmUpSeconds - earlySeconds) * 1000);
    await contender.#rest(before);
    return contender;
  }

  /** Measures one more turn. */
  async takeTurn(seconds: number): Promise<void> {
    const before = await this.#wake();
    await delay(settleMs);
    this.stretches.push(await this.#look(seconds));
    await this.#rest(before);
  }

  /** Compares the requests that the generator counted with those of the server during its turns. */
  async end(): Promise<string> {
    const before = await this.#wake();
    await this.#generator.end();
    const counted = await this.#generator.counted();
    this.#served += (await this.#nginx.requests()) - before;
    return counted === this.#served ? 'the same' : `${counted} of ${this.#served}`;
  }

  async #look(seconds: number): Promise<Stretch> {
    const before = await this.#read();
    await delay(seconds * 1000);
    const after = await this.#read();
    const requests = after.requests - before.requests;
    const us = after.us - before.us;
    const ms = after.atMs - before.atMs;
    return {
      perSecond: (requests / ms) * 1000,
      processorUs: us / requests,
      coreShare: us / (ms * 1000),
    };
  }

  async #read() {
    const requests = await this.#nginx.requests();
    return { requests, atMs: performance.now(), us: processorUs(this.#generator.pid) };
  }

  async #wake(): Promise<number> {
    const before = await this.#nginx.requests();
    process.kill(this.#generator.pid, 'SIGCONT');
    return before;
  }

  /** Pauses the process, and resolves when the server has answered all of its requests. */
  async #rest(before: number): Promise<void> {
    process.kill(this.#generator.pid, 'SIGSTOP');
    let served = -1;
    const isOver = async () => {
      const last = served;
      served = await this.#nginx.requests();
      return served === last;
    };
    await until('the server has answered all', isOver, timeoutMs, restMs);
    this.#served += served - before;
  }
}
