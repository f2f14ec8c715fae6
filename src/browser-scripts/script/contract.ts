import type { Browser } from 'playwright-core';
import type { StepResult } from '../../tool-process/step-result.ts';
import type { UserIdentity } from '../../tool-process/user-identity.ts';

/** A script with all that it imports as one CommonJS text, to be evaluated once for each user. */
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

export interface UserOptions {
  script: CompiledScript;
  identity: UserIdentity;
  filesFolder: string;
  /** Screenshots and what steps leave behind go below it. */
  resultsFolder: string;
  /** From the run; wins over the script's own settings. Null: the script decides. */
  durationS: number | null;
  loopCount: number | null;
  /** A browser for this user. Shared with other users unless the settings ask for flags of their own. */
  openBrowser(wish: BrowserWish): Promise<Browser>;
  observer: UserObserver;
  /** Aborted: the step under way is finished and counted, then the user ends. */
  stop: AbortSignal;
}

/** What of the settings decides which browser a user gets. */
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
  /** The function of the step has returned: its time is over. Reading what the page measured takes until `onStepEnd`. */
  onStepReturned(): void;
  onStepEnd(step: StepResult): void;
  /** A step that did not run, and why. */
  onStepSkipped(label: string, why: 'skipped' | 'unexecuted'): void;
  /** What the script printed (`from: 'script'`), what a page printed, and what we have to say. */
  onLog(from: 'script' | 'page' | 'runner', level: string, text: string): void;
}

/** How a user ended. Failed steps are no error of the user. */
export interface UserEnd {
  iterations: number;
  why: 'loops' | 'duration' | 'stopped' | 'broken';
  /** When it could not go on: the script threw outside of steps, the browser was lost for good. */
  error: string | null;
}

/** `script/compile.ts`: throws AppError `plan_broken` with file, line, column and the message. */
export type CompileScript = (scriptPath: string, filesFolder: string) => Promise<CompiledScript>;
/**
 * `script/user.ts`: runs one virtual user until its loops, its time or its stop. Never rejects for what a script does.
 * A script may leave promises of its own unhandled and throw from timers: the process it runs in owns
 * `unhandledRejection` and `uncaughtException`, logs them and goes on.
 */
export type RunUser = (options: UserOptions) => Promise<UserEnd>;
/** `script/inspect.ts`: evaluates the script once without a browser: settings and steps, or `plan_broken`. */
export type InspectScript = (
  script: CompiledScript,
  filesFolder: string,
) => Promise<{ steps: string[]; settings: Record<string, unknown>; warnings: string[] }>;
