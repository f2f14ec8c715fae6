import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { firstWord, type RealTimeProgram, startRealTime, stopRealTime } from '../real-time.ts';
import { type Gap, Stalls } from './stalls.ts';

const program = join(import.meta.dirname, 'program.ts');
const priority = 50;
const lastWordMs = 100;

/** Sees when the host lets this machine's cores wait. Its own start holds up everything on them: it comes before what is measured. */
export class Witness {
  readonly #cores: readonly number[];
  readonly #children: RealTimeProgram[] = [];
  readonly #gaps: Gap[] = [];

  private constructor(cores: readonly number[]) {
    this.#cores = cores;
  }

  static async start(cores: readonly number[]): Promise<Witness> {
    const witness = new Witness(cores);
    for (const core of cores) {
      await witness.#look(core);
    }
    return witness;
  }

  async #look(core: number): Promise<void> {
    const child = startRealTime(core, priority, ['--single-threaded', program]);
    this.#children.push(child);
    let rest = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const [from, to] of lines.map((line) => line.split(' ').map(Number))) {
        if (from !== undefined && to !== undefined) {
          this.#gaps.push([from, to]);
        }
      }
    });
    await firstWord(child);
  }

  /** Of so many seconds from now on. */
  async watch(seconds: number): Promise<Stalls> {
    const fromMs = Date.now();
    await delay(seconds * 1000);
    const toMs = Date.now();
    // One that goes on is told of when it is over.
    await delay(lastWordMs);
    return new Stalls([...this.#gaps], fromMs, toMs, this.#cores.length);
  }

  async stop(): Promise<void> {
    await Promise.all(this.#children.map(stopRealTime));
  }
}
