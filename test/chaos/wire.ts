import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';

/** Changes the bytes of one direction: returns what to send on. */
export type Rewrite = (chunk: Buffer) => Buffer;

/** Connects pairs of sockets, and makes them slow, silent or reset. */
export class Wires {
  readonly #pairs = new Set<readonly [Duplex, Duplex]>();
  #delayMs = 0;
  #opened = Promise.withResolvers<void>();
  #isCut = false;
  #held = 0;

  /** Open pairs. */
  get count(): number {
    return this.#pairs.size;
  }

  /** Forwards both directions in order until one side ends. */
  join(client: Duplex, upstream: Duplex, rewrite: Rewrite = (chunk) => chunk): void {
    const pair = [client, upstream] as const;
    this.#pairs.add(pair);
    const end = () => {
      this.#pairs.delete(pair);
      client.destroy();
      upstream.destroy();
    };
    for (const side of pair)
      side.on('error', end).on('close', () => {
        // After a regular end, #forward ends the other side: bytes may still be on their way to it.
        if (side.readableEnded) this.#pairs.delete(pair);
        else end();
      });
    void this.#forward(client, upstream, rewrite).catch(end);
    void this.#forward(upstream, client, (chunk) => chunk).catch(end);
  }

  /** Ends all connections, with a reset where the connection is TCP. Returns whether there was one. */
  reset(): boolean {
    const pairs = [...this.#pairs];
    for (const pair of pairs) {
      for (const side of pair) {
        const isTcp =
          side instanceof Socket && !(side instanceof TLSSocket) && side.remoteAddress !== undefined;
        if (isTcp) side.resetAndDestroy();
        else side.destroy();
      }
    }
    return pairs.length > 0;
  }

  /** Forwards nothing until the returned function is called. */
  hold(): () => void {
    this.#isCut = true;
    this.#opened = Promise.withResolvers<void>();
    return () => {
      this.#isCut = false;
      this.#opened.resolve();
    };
  }

  /** Returns whether bytes were held back. */
  async cut(forMs: number): Promise<boolean> {
    const before = this.#held;
    const release = this.hold();
    await sleep(forMs);
    release();
    return this.#held > before;
  }

  /** Returns whether bytes were delayed. */
  async delay(forMs: number, delayMs: number): Promise<boolean> {
    const before = this.#held;
    this.#delayMs = delayMs;
    await sleep(forMs);
    this.#delayMs = 0;
    return this.#held > before;
  }

  async #forward(from: Duplex, to: Duplex, rewrite: Rewrite): Promise<void> {
    for await (const chunk of from) {
      if (this.#delayMs > 0 || this.#isCut) this.#held += 1;
      if (this.#delayMs > 0) await sleep(this.#delayMs);
      if (this.#isCut) await this.#opened.promise;
      const bytes = rewrite(chunk as Buffer);
      // Closed while bytes were held: leaving the loop closes the other side as well.
      if (to.destroyed) return;
      if (bytes.length > 0 && !to.write(bytes))
        await new Promise((resolve) => to.once('drain', resolve).once('close', resolve));
    }
    to.end();
  }
}
