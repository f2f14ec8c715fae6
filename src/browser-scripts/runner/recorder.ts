import { openSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { browserFileNames } from '../../tool-process/browser-file-names.ts';
import type { BrowserOptions } from '../../tool-process/browser-options.ts';
import { ErrorSampleFile, errorKind } from '../../tool-process/error-sample-file.ts';
import { formatSample } from '../../tool-process/sample-line.ts';
import type { StepResult } from '../../tool-process/step-result.ts';
import type { TrialEvent } from '../../tool-process/trial-event.ts';
import type { UserObserver } from '../script/contract.ts';
import type { FailedTraffic } from '../script/measure/failed-traffic.ts';
import { BrowserLog } from './browser-log.ts';
import { CappedFile } from './capped-file.ts';
import { stepErrorSample } from './step-error-sample.ts';

/** Total size of screenshots and page sources of all workers. */
const maxPagesBytes = 256 * 2 ** 20;
const maxStepsBytes = 64 * 2 ** 20;
const maxEventsBytes = 16 * 2 ** 20;
const maxTextLength = 2_000;
const maxErrorLength = 16_000;
const maxConsoleLines = 50;

export type RecorderOptions = Pick<
  BrowserOptions,
  'users' | 'usersPerWorker' | 'isTrial' | 'resultsFolder' | 'toolFolder'
>;

export interface RecorderHooks {
  /** Number of active users on the node. */
  users(): number;
  /** A sample could not be written. */
  onLost(error: Error): void;
}

/** Records the users of one worker. Samples are written synchronously, so that none is lost with the process. */
export class Recorder {
  readonly log: BrowserLog;
  readonly #samples: number;
  readonly #steps: CappedFile;
  readonly #errors: ErrorSampleFile;
  readonly #events: CappedFile | undefined;
  readonly #hooks: RecorderHooks;
  readonly #resultsFolder: string;
  /** Remaining bytes for screenshots and sources of this worker. */
  #pageBytes: number;

  constructor(options: RecorderOptions, hooks: RecorderHooks) {
    this.#hooks = hooks;
    this.#resultsFolder = options.resultsFolder;
    this.#pageBytes = maxPagesBytes / Math.ceil(options.users / options.usersPerWorker);
    this.log = new BrowserLog(options.resultsFolder);
    this.#samples = openSync(join(options.toolFolder, browserFileNames.samples), 'a', 0o644);
    this.#errors = new ErrorSampleFile(join(options.toolFolder, browserFileNames.errorSamples));
    const note = `{"note":"This file has reached ${maxStepsBytes >> 20} MB; later steps are only counted."}\n`;
    this.#steps = new CappedFile(join(options.resultsFolder, browserFileNames.steps), maxStepsBytes, note);
    this.#events = options.isTrial
      ? new CappedFile(join(options.toolFolder, browserFileNames.events), maxEventsBytes, '')
      : undefined;
  }

  /** The observer of one user. */
  observerFor(userIndex: number): UserObserver {
    const { log } = this;
    const output = (text: string) => log.output(userIndex, text);
    let users = 0;
    return {
      onIterationStart: (iteration) => {
        output(`Starting iteration ${iteration}`);
        this.#event({ kind: 'iteration', iteration });
      },
      onIterationEnd: (iteration, isPassed) => {
        output(`Iteration ${iteration} ${isPassed ? 'completed' : 'failed'}`);
        this.#event({ kind: 'iterationEnd', iteration, isPassed });
      },
      onStepStart: (label) => {
        output(`===> Step '${label}'`);
        this.#event({ kind: 'step', label });
      },
      onAction: (name, text) => {
        output(`---> ${name}(${cut(text, maxTextLength)})`);
        this.#event({ kind: 'action', name, text: cut(text, maxTextLength) });
      },
      onStepReturned: () => {
        users = this.#hooks.users();
      },
      keepsTraffic: (step) => this.#errors.accepts(errorKind(boundStep(step))),
      onStepEnd: (step, traffic) => this.#endStep(userIndex, step, users, traffic),
      onStepSkipped: (label, why) => {
        output(`---- Step '${label}' ${why}`);
        this.#event({ kind: 'skipped', label, why });
      },
      onLog: (from, level, text) => {
        const line = `${from} ${level}: ${text}`;
        if (from === 'runner') {
          log.note(userIndex, line);
        } else {
          output(line);
        }
        this.#event({ kind: 'log', from, level, text: cut(text, maxTextLength) });
      },
    };
  }

  #endStep(userIndex: number, whole: StepResult, users: number, traffic?: FailedTraffic): void {
    const step = {
      ...boundStep(whole),
      screenshots: this.#keepFitting(whole.screenshots),
      sources: this.#keepFitting(whole.sources),
    };
    this.#writeSample(step, users);
    if (traffic) this.#errors.add(stepErrorSample(step, traffic));
    this.#steps.append(`${JSON.stringify({ user: userIndex, ...step })}\n`);
    this.#event({ kind: 'stepEnd', step });
    if (step.isPassed) {
      this.log.output(userIndex, `---> Step '${step.label}' finished`);
    } else {
      this.log.note(userIndex, `=!=> Failure in ${step.label}: ${step.errorText || step.message}`);
    }
  }

  /** Removes screenshots and sources beyond the limit, so that a failing script does not fill the disk. */
  #keepFitting(names: readonly string[]): string[] {
    return names.filter((name) => {
      const path = join(this.#resultsFolder, name);
      const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
      if (size > this.#pageBytes) {
        rmSync(path, { force: true });
        return false;
      }
      this.#pageBytes -= size;
      return true;
    });
  }

  #writeSample(step: StepResult, users: number): void {
    const line = Buffer.from(formatSample({ ...step, connectUs: 0, users }));
    try {
      const written = writeSync(this.#samples, line);
      if (written < line.length) {
        throw new Error('the disk is full');
      }
    } catch (error) {
      this.#hooks.onLost(error as Error);
    }
  }

  #event(event: TrialEvent): void {
    this.#events?.append(`${JSON.stringify(event)}\n`);
  }
}

/** Truncates labels and messages, whose size the script determines. */
function boundStep(step: StepResult): StepResult {
  return {
    ...step,
    label: cut(step.label, maxTextLength),
    message: cut(step.message, maxTextLength),
    errorText: cut(step.errorText, maxErrorLength),
    console: step.console.slice(-maxConsoleLines).map((line) => cut(line, maxTextLength)),
  };
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)} …` : text;
}
