import type { Browser } from 'playwright-core';
import type { StepResult } from '../../tool-process/step-result.ts';
import type { UserIdentity } from '../../tool-process/user-identity.ts';
import type { FailedTraffic } from './measure/failed-traffic.ts';

/** A script with its imports as one CommonJS text, evaluated once per user. */
export interface CompiledScript {
  /** Relative to the files folder. */
  name: string;
  code: string;
  /** Maps the text back to the script's own lines. */
  sourceMap: string;
  /** From the first block comment: its first line, and the rest. */
  title: string;
  description: string;
}

/** Data files whose rows are leased: each row is used once by all users of all nodes. */
export interface LeasedFiles {
  /** Relative to the files folder. */
  files: readonly string[];
  /** The text of the next row; null when all rows are used. */
  nextRow(file: string): Promise<string | null>;
}

export interface UserOptions {
  script: CompiledScript;
  identity: UserIdentity;
  filesFolder: string;
  leased?: LeasedFiles;
  /** Folder of screenshots and other files of steps. */
  resultsFolder: string;
  /** From the run; takes precedence over the settings. Null: the script decides. */
  durationS: number | null;
  loopCount: number | null;
  /** A browser for this user, shared with other users of the same launch options. */
  openBrowser(settings: LaunchSettings): Promise<Browser>;
  observer: UserObserver;
  /** Aborted: the current step is finished and counted, then the user ends. */
  stop: AbortSignal;
}

/** Settings that select the browser of a user. */
export interface LaunchSettings {
  launchArgs: string[];
  launchOptions: Record<string, unknown>;
  ignoreHttpsErrors: boolean;
}

export interface UserObserver {
  onIterationStart(iteration: number): void;
  onIterationEnd(iteration: number, isPassed: boolean): void;
  onStepStart(label: string): void;
  onAction(name: string, text: string): void;
  /** The function of the step has returned. Timings of the page are read until `onStepEnd`. */
  onStepReturned(): void;
  /** Whether `onStepEnd` keeps the traffic of this failed step. */
  keepsTraffic(step: StepResult): boolean;
  onStepEnd(step: StepResult, traffic?: FailedTraffic): void;
  /** A step that did not run, and why. */
  onStepSkipped(label: string, why: 'skipped' | 'unexecuted'): void;
  /** Output of the script (`from: 'script'`), of a page, or of the runner. */
  onLog(from: 'script' | 'page' | 'runner', level: string, text: string): void;
}

/** How a user ended. Failed steps are not errors of the user. */
export interface UserEnd {
  iterations: number;
  why: 'loops' | 'duration' | 'stopped' | 'broken';
  /** Why it could not continue: the script threw outside of steps, or the browser crashed repeatedly. */
  error: string | null;
}

/** `script/compile.ts`: throws AppError `plan_broken` with file, line, column and the message. */
export type CompileScript = (scriptPath: string, filesFolder: string) => Promise<CompiledScript>;
/**
 * `script/user.ts`: runs one virtual user until its loop count, duration or stop. Never rejects because of the script.
 * Unhandled rejections and exceptions of timers of a script are logged by its process, which handles
 * `unhandledRejection` and `uncaughtException`.
 */
export type RunUser = (options: UserOptions) => Promise<UserEnd>;
/** `script/inspect.ts`: evaluates the script once without a browser: settings and steps, or `plan_broken`. */
export type InspectScript = (
  script: CompiledScript,
  filesFolder: string,
  leasedFiles?: readonly string[],
) => Promise<{ steps: string[]; settings: Record<string, unknown>; warnings: string[] }>;
