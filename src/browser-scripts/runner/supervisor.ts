import { setTimeout as delay } from 'node:timers/promises';
import type { BrowserOptions } from '../../tool-process/browser-options.ts';
import type { BrowserLog } from './browser-log.ts';
import { Losses } from './losses.ts';
import { WorkerHandle } from './worker-handle.ts';

/** A process that has said nothing for so long is in the middle of something that never yields. */
const silenceMs = 10_000;
/** What is under way at the end of the duration gets as long as a wait may take by default. */
const patienceAtEndMs = 30_000;
const finishMs = 5_000;
const lookEveryMs = 100;

/** Spreads the users over worker processes, starts them over the ramp-up, and sees them to their end. */
export class Supervisor {
  readonly losses: Losses;
  readonly #options: BrowserOptions;
  readonly #log: BrowserLog;
  readonly #workers: WorkerHandle[];
  readonly #allEnded = Promise.withResolvers<void>();
  readonly #ending = new AbortController();
  #active = 0;
  #toCome: number;
  /** When what is still under way is cut off, and why; undefined while users may begin new steps. */
  #cutOff: { atMs: number; because: string; isLoss: boolean } | undefined;
  #resultsLost: string | undefined;

  constructor(options: BrowserOptions, optionsPath: string, log: BrowserLog) {
    this.#options = options;
    this.#log = log;
    this.losses = new Losses(options.users);
    this.#toCome = options.users;
    const count = Math.ceil(options.users / options.usersPerWorker);
    this.#workers = Array.from(
      { length: count },
      () =>
        new WorkerHandle(options, optionsPath, log, {
          onUserEnd: (_, end) => {
            if (end.error !== null) {
              this.losses.note('ended', 1, end.error);
            }
            this.#countOut(1);
          },
          onGone: (users, reason) => {
            log.note(undefined, `Users ${users.join(', ')} are lost because ${reason}.`);
            if (this.#cutOff?.isLoss !== false || this.#cutOff.because !== reason) {
              this.losses.note('lost', users.length, reason);
            }
            this.#countOut(users.length);
          },
          onResultsLost: (text) => {
            this.#resultsLost = text;
            this.#allEnded.resolve();
          },
        }),
    );
  }

  /** True when results could not be written. */
  get areResultsLost(): boolean {
    return this.#resultsLost !== undefined;
  }

  /** Opens the browsers. Resolves with what keeps a worker from working, if anything does. */
  async prepare(): Promise<string | undefined> {
    const problems = await Promise.all(this.#workers.map((worker) => worker.prepared));
    return problems.find((problem) => problem !== undefined);
  }

  /** Runs all users from `startMs` on; resolves when the last one has ended. */
  async run(startMs: number): Promise<void> {
    const { durationS } = this.#options;
    const watching = this.#watch(durationS === null ? undefined : startMs + durationS * 1000);
    const starting = this.#startUsers(startMs);
    await this.#allEnded.promise;
    this.#ending.abort();
    await Promise.all([watching, starting]);
  }

  /** Users finish the step under way; what is not finished after `patienceMs` is cut off. */
  stop(patienceMs: number, because: string, isLoss: boolean): void {
    if (this.#cutOff) {
      return;
    }
    this.#cutOff = { atMs: Date.now() + patienceMs, because, isLoss };
    for (const worker of this.#workers) {
      worker.send({ kind: 'stop' });
    }
    // Virtual users that have not started do not start.
    this.#toCome = 0;
    this.#countOut(0);
  }

  /** Closes browsers and ends all processes. */
  async finish(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.finish(finishMs)));
  }

  async #startUsers(startMs: number): Promise<void> {
    const { users, rampupS, durationS } = this.#options;
    for (let index = 0; index < users; index++) {
      const offsetMs = (rampupS * 1000 * index) / users;
      await this.#sleepUntil(startMs + offsetMs);
      if (this.#cutOff || this.#ending.signal.aborted) {
        return;
      }
      const worker = this.#workers[index % this.#workers.length];
      this.#toCome -= 1;
      this.#changeActive(1);
      // Its time is over with the run's, however late it came.
      const restS = durationS === null ? null : Math.max(1, durationS - offsetMs / 1000);
      worker?.send({ kind: 'start', userIndex: index, durationS: restS });
    }
  }

  async #sleepUntil(atMs: number): Promise<void> {
    const waitMs = atMs - Date.now();
    if (waitMs > 0) {
      await delay(waitMs, undefined, { signal: this.#ending.signal }).catch(() => {});
    }
  }

  /** Looks after the end of the duration, after processes that answer no more, and after what takes too long to end. */
  async #watch(endMs: number | undefined): Promise<void> {
    const warned = new Set<WorkerHandle>();
    while (!this.#ending.signal.aborted) {
      if (endMs !== undefined && Date.now() >= endMs) {
        const seconds = patienceAtEndMs / 1000;
        const because = `a step was still under way ${seconds} s after the end of the duration and was cut off`;
        this.stop(patienceAtEndMs, because, true);
      }
      for (const worker of this.#workers.filter((each) => each.isBusy)) {
        const silentS = Math.round(worker.silentMs() / 1000);
        const isStuck = worker.silentMs() > silenceMs;
        if (isStuck && !warned.has(worker)) {
          warned.add(worker);
          this.#log.note(undefined, `A process with users has not answered for ${silentS} s.`);
        }
        if (isStuck && this.#cutOff) {
          worker.kill(`the script was in a loop that never yields (no answer for ${silentS} s)`);
        } else if (this.#cutOff && Date.now() > this.#cutOff.atMs) {
          worker.kill(this.#cutOff.because);
        }
      }
      await delay(lookEveryMs, undefined, { signal: this.#ending.signal }).catch(() => {});
    }
  }

  #countOut(users: number): void {
    this.#changeActive(-users);
    if (this.#active === 0 && this.#toCome === 0) {
      this.#allEnded.resolve();
    }
  }

  #changeActive(by: number): void {
    this.#active += by;
    if (by !== 0) {
      for (const worker of this.#workers) {
        worker.send({ kind: 'users', count: this.#active });
      }
    }
  }
}
