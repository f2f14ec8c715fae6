import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { firstOutput, type RealTimeProgram, startRealTime, stopRealTime } from '../real-time.ts';
import { type Gap, Stalls } from './stalls.ts';

const program = join(import.meta.dirname, 'program.ts');
const priority = 50;
const reportDelayMs = 100;

/**
 * Records when the host withholds cores from this machine. Start it before the measurement, which its start would
 * disturb.
 */
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
      await witness.#watchCore(core);
    }
    return witness;
  }

  async #watchCore(core: number): Promise<void> {
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
    await firstOutput(child);
  }

  /** Records for a number of seconds. */
  async watch(seconds: number): Promise<Stalls> {
    const fromMs = Date.now();
    await delay(seconds * 1000);
    const toMs = Date.now();
    // A stall is reported when it ends.
    await delay(reportDelayMs);
    return new Stalls([...this.#gaps], fromMs, toMs, this.#cores.length);
  }

  async stop(): Promise<void> {
    await Promise.all(this.#children.map(stopRealTime));
  }
}
