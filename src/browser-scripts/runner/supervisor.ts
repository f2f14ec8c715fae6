import { setTimeout as delay } from 'node:timers/promises';
import { steadyClock, toSteadyMs } from '../../lib/clock.ts';
import type { BrowserOptions } from '../../tool-process/browser-options.ts';
import type { BrowserLog } from './browser-log.ts';
import { LeasedRowReader } from './leased-row-reader.ts';
import { Losses } from './losses.ts';
import { WorkerHandle } from './worker-handle.ts';

/** A process that is silent for this long is blocked by an endless loop. */
const silenceMs = 10_000;
/** Time for current steps after the duration; equals the default timeout of waits. */
const graceAtEndMs = 30_000;
const finishMs = 5_000;
const lookEveryMs = 100;

/** Distributes users over worker processes, starts them over the ramp-up, and waits for their end. */
export class Supervisor {
  readonly losses: Losses;
  readonly #options: BrowserOptions;
  readonly #log: BrowserLog;
  readonly #workers: WorkerHandle[];
  readonly #leased: ReadonlyMap<string, LeasedRowReader>;
  readonly #noMoreRows = new AbortController();
  readonly #allEnded = Promise.withResolvers<void>();
  readonly #ending = new AbortController();
  #active = 0;
  #toCome: number;
  /** When and why current steps are aborted; undefined while users may start new steps. */
  #cutOff: { atMs: number; because: string; isLoss: boolean } | undefined;
  #resultsLost: string | undefined;

  constructor(options: BrowserOptions, optionsPath: string, log: BrowserLog) {
    this.#options = options;
    this.#log = log;
    this.losses = new Losses(options.users);
    this.#toCome = options.users;
    this.#leased = new Map(
      options.leasedFiles.map((file) => [file.name, new LeasedRowReader(file, this.#noMoreRows.signal)]),
    );
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
          nextRow: (file) => this.#nextRow(file),
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

  /** Opens the browsers. Resolves with an error message if a worker cannot run. */
  async prepare(): Promise<string | undefined> {
    const problems = await Promise.all(this.#workers.map((worker) => worker.prepared));
    return problems.find((problem) => problem !== undefined);
  }

  /** Runs all users from a time of this machine's clock on; resolves when the last one has ended. */
  async run(startAtMs: number): Promise<void> {
    const startMs = toSteadyMs(startAtMs);
    const { durationS } = this.#options;
    const watching = this.#watch(durationS === null ? undefined : startMs + durationS * 1000);
    const starting = this.#startUsers(startMs);
    await this.#allEnded.promise;
    this.#ending.abort();
    await Promise.all([watching, starting]);
  }

  /** Users finish the current step; steps that take longer than `graceMs` are aborted. */
  stop(graceMs: number, because: string, isLoss: boolean): void {
    if (this.#cutOff) {
      return;
    }
    this.#cutOff = { atMs: steadyClock.nowMs() + graceMs, because, isLoss };
    this.#noMoreRows.abort();
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
    for (const reader of this.#leased.values()) await reader.close();
  }

  /** Without the file of rows, no row can be used. */
  async #nextRow(file: string): Promise<string | null> {
    try {
      return (await this.#leased.get(file)?.next()) ?? null;
    } catch (error) {
      const reason = (error as Error).message;
      this.#log.note(undefined, `The leased rows of ${file} cannot be read: ${reason}`);
      this.losses.note('ended', 1, `the leased rows of ${file} cannot be read (${reason})`);
      return null;
    }
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
      // Every user ends with the run, however late it started.
      const restS = durationS === null ? null : Math.max(1, durationS - offsetMs / 1000);
      worker?.send({ kind: 'start', userIndex: index, durationS: restS });
    }
  }

  async #sleepUntil(atMs: number): Promise<void> {
    const waitMs = atMs - steadyClock.nowMs();
    if (waitMs > 0) {
      await delay(waitMs, undefined, { signal: this.#ending.signal }).catch(() => {});
    }
  }

  /** Checks for the end of the duration, unresponsive processes, and steps that exceed their grace. */
  async #watch(endMs: number | undefined): Promise<void> {
    const warned = new Set<WorkerHandle>();
    while (!this.#ending.signal.aborted) {
      if (endMs !== undefined && steadyClock.nowMs() >= endMs) {
        const seconds = graceAtEndMs / 1000;
        const because = `a step was still running ${seconds} s after the end of the duration and was aborted`;
        this.stop(graceAtEndMs, because, true);
      }
      for (const worker of this.#workers.filter((each) => each.isBusy)) {
        const silentS = Math.round(worker.silentMs() / 1000);
        const isStuck = worker.silentMs() > silenceMs;
        if (isStuck && !warned.has(worker)) {
          warned.add(worker);
          this.#log.note(undefined, `A worker process has not responded for ${silentS} s.`);
        }
        if (isStuck && this.#cutOff) {
          worker.kill(`the script was blocked by an endless loop (no response for ${silentS} s)`);
        } else if (this.#cutOff && steadyClock.nowMs() > this.#cutOff.atMs) {
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
