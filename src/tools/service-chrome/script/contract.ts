import type { Browser } from 'playwright-core';

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

/** Identity of a user, also the source of ENV. */
export interface UserIdentity {
  /** Index of the user on its node, from 0. */
  userIndex: number;
  nodeIndex: number;
  gridIndex: number;
  nodeCount: number;
  gridNumber: number;
  nodeNumber: number;
  runNumber: number;
  projectNumber: number;
  region: string;
  /** False in a trial. */
  isLoadTest: boolean;
}

export interface UserOptions {
  script: CompiledScript;
  identity: UserIdentity;
  filesFolder: string;
  /** Folder of screenshots and other files of steps. */
  resultsFolder: string;
  /** From the run; takes precedence over the settings. Null: the script decides. */
  durationS: number | null;
  loopCount: number | null;
  /** A browser for this user, shared with other users of the same launch options. */
  openBrowser(wish: BrowserWish): Promise<Browser>;
  observer: UserObserver;
  /** Aborted: the current step is finished and counted, then the user ends. */
  stop: AbortSignal;
}

/** Settings that select the browser of a user. */
export interface BrowserWish {
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
  onStepEnd(step: StepResult): void;
  /** A step that did not run, and why. */
  onStepSkipped(label: string, why: 'skipped' | 'unexecuted'): void;
  /** Output of the script (`from: 'script'`), of a page, or of the runner. */
  onLog(from: 'script' | 'page' | 'runner', level: string, text: string): void;
}

export interface StepResult {
  label: string;
  startedAtMs: number;
  /** As `responseTimeMeasurement` defines it. */
  elapsedUs: number;
  /** Mean time from request to headers over documents; 0 without documents. */
  latencyUs: number;
  bytesIn: number;
  bytesOut: number;
  isPassed: boolean;
  /** Of the first document of the step; '0' without one. */
  code: string;
  /** Failure message with file and line of the script. */
  message: string;
  /** The complete error with its stack, mapped to lines of the script; empty when it passed. */
  errorText: string;
  iteration: number;
  /** Besides the response time; null where the step loaded no document. */
  page: PageTimings | null;
  requests: number;
  failedRequests: number;
  /** Relative to resultsFolder. */
  screenshots: string[];
  /** Page source of a failed step, relative to resultsFolder. */
  sources: string[];
  /** The last console lines of pages during a failed step. */
  console: string[];
}

/** Milliseconds since the start of the navigation; null if unknown. */
export interface PageTimings {
  url: string;
  responseStartMs: number | null;
  domContentLoadedMs: number | null;
  loadMs: number | null;
  firstContentfulPaintMs: number | null;
  largestContentfulPaintMs: number | null;
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
) => Promise<{ steps: string[]; settings: Record<string, unknown>; warnings: string[] }>;
