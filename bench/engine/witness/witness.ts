import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ownChild } from '../own-child.ts';
import { type Gap, Stalls } from './stalls.ts';

const program = join(import.meta.dirname, 'program.ts');

/** Sees when the host lets this machine's cores wait. Its own start holds up everything on them: it comes before what is measured. */
export class Witness {
  readonly #cores: readonly number[];
  readonly #children: ChildProcess[] = [];
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
    const node = [process.execPath, '--single-threaded', program];
    const command = ['--fifo', '50', 'taskset', '-c', String(core), ...node];
    const child = ownChild(spawn('chrt', command, { stdio: ['ignore', 'pipe', 'inherit'] }));
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
    await once(child.stdout, 'data');
  }

  /** Of so many seconds from now on. */
  async watch(seconds: number): Promise<Stalls> {
    const fromMs = Date.now();
    await delay(seconds * 1000);
    const toMs = Date.now();
    const gaps = this.#gaps.filter(([from, to]) => to > fromMs && from < toMs);
    return new Stalls(gaps, fromMs, toMs, this.#cores.length);
  }

  async stop(): Promise<void> {
    for (const child of this.#children) {
      const ended = once(child, 'close');
      child.kill('SIGKILL');
      await ended;
    }
  }
}
