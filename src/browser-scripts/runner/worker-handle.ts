import type { ChildProcess } from 'node:child_process';
import type { BrowserOptions } from '../../tool-process/browser-options.ts';
import type { UserEnd } from '../script/contract.ts';
import type { BrowserLog } from './browser-log.ts';
import type { Order, Report } from './messages.ts';
import { spawnScriptProcess } from './script-process.ts';

export interface WorkerEvents {
  onUserEnd(userIndex: number, end: UserEnd): void;
  /** Its process has ended, and with it its remaining users. */
  onGone(users: readonly number[], reason: string): void;
  onResultsLost(text: string): void;
  /** The next row of a leased data file; null at the end. */
  nextRow(file: string): Promise<string | null>;
}

/** One worker process as the supervisor sees it. */
export class WorkerHandle {
  /** Resolves when its browser is open, with an error message if it cannot run. */
  readonly prepared: Promise<string | undefined>;
  readonly #child: ChildProcess;
  readonly #closed: Promise<void>;
  readonly #users = new Set<number>();
  #heardAtMs = performance.now();
  #killedBecause: string | undefined;
  #lastWords = '';

  constructor(options: BrowserOptions, optionsPath: string, log: BrowserLog, events: WorkerEvents) {
    this.#child = spawnScriptProcess(options, 'worker', optionsPath, log);
    this.#child.stderr?.on('data', (text: string) => {
      this.#lastWords = (this.#lastWords + text).slice(-4096);
    });
    const prepared = Promise.withResolvers<string | undefined>();
    this.prepared = prepared.promise;
    this.#child.on('message', (report: Report) => {
      this.#heardAtMs = performance.now();
      switch (report.kind) {
        case 'prepared':
          prepared.resolve(undefined);
          break;
        case 'unfit':
          prepared.resolve(report.text);
          break;
        case 'ended':
          if (this.#users.delete(report.userIndex)) {
            events.onUserEnd(report.userIndex, report.end);
          }
          break;
        case 'resultsLost':
          events.onResultsLost(report.text);
          break;
        case 'row':
          void events
            .nextRow(report.file)
            .then((text) => this.send({ kind: 'row', request: report.request, text }));
          break;
        case 'beat':
          break;
      }
    });
    this.#closed = new Promise((resolve) => {
      this.#child.once('close', (code, signal) => {
        const reason = this.#killedBecause ?? this.#explain(options, code, signal);
        prepared.resolve(`A worker process ended at its start: ${reason}.`);
        const users = [...this.#users];
        this.#users.clear();
        if (users.length > 0) {
          events.onGone(users, reason);
        }
        resolve();
      });
    });
    this.#child.once('error', (error) =>
      prepared.resolve(`A worker process could not be started: ${error.message}`),
    );
  }

  get isBusy(): boolean {
    return this.#users.size > 0;
  }

  silentMs(): number {
    return performance.now() - this.#heardAtMs;
  }

  send(order: Order): void {
    if (order.kind === 'start') {
      this.#users.add(order.userIndex);
    }
    if (this.#child.connected) {
      this.#child.send(order, () => {});
    }
  }

  kill(because: string): void {
    this.#killedBecause ??= because;
    this.#child.kill('SIGKILL');
  }

  /** Requests it to close its browsers and end; resolves when it has ended or was killed. */
  async finish(limitMs: number): Promise<void> {
    this.send({ kind: 'finish' });
    const timer = setTimeout(() => this.kill('it did not end'), limitMs);
    await this.#closed;
    clearTimeout(timer);
  }

  #explain(options: BrowserOptions, code: number | null, signal: NodeJS.Signals | null): string {
    if (/heap out of memory|allocation failed/i.test(this.#lastWords)) {
      return `the script exceeded its memory limit of ${options.heapMb} MB`;
    }
    return signal === null
      ? `their process ended with exit code ${code}`
      : `their process was terminated by ${signal}`;
  }
}
