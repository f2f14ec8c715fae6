import { join } from 'node:path';
import { startProgram } from '../program.ts';

/** A generator that uses most of its core needs several times as long to catch up as it was kept waiting. */
const catchUp = 4;
const program = join(import.meta.dirname, 'program.ts');

/** When the host let this machine's cores wait: what was measured then is the host's doing. */
export class Stalls {
  readonly #gaps: readonly (readonly [number, number])[];
  readonly #fromMs: number;
  readonly #toMs: number;
  readonly #cores: number;

  private constructor(gaps: readonly (readonly [number, number])[], fromMs: number, cores: number) {
    this.#gaps = gaps;
    this.#fromMs = fromMs;
    this.#toMs = Date.now();
    this.#cores = cores;
  }

  /** Looks at the cores for so long, from now on. */
  static async watch(cores: readonly number[], seconds: number): Promise<Stalls> {
    const fromMs = Date.now();
    const watched = cores.map(async (core) => {
      const command = ['chrt', '--fifo', '50', process.execPath, program, String(seconds)];
      const { ended } = await startProgram(core, command);
      return JSON.parse(await ended) as [number, number][];
    });
    return new Stalls((await Promise.all(watched)).flat(), fromMs, cores.length);
  }

  isCalm(fromMs: number, toMs: number): boolean {
    return this.#gaps.every(([from, to]) => to + catchUp * (to - from) < fromMs || from > toMs);
  }

  hasSeen(atMs: number): boolean {
    return atMs > this.#fromMs && atMs < this.#toMs;
  }

  toString(): string {
    const lost = this.#gaps.reduce((sum, [from, to]) => sum + to - from, 0);
    const longest = this.#gaps.reduce((most, [from, to]) => Math.max(most, to - from), 0);
    const part = ((lost / (this.#cores * (this.#toMs - this.#fromMs))) * 100).toFixed(1);
    return `the host let the cores wait ${this.#gaps.length} times, for ${part} % of the time and up to ${longest.toFixed(1)} ms`;
  }
}
