import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from 'node:test';
import { fileURLToPath } from 'node:url';
import { timeFileName } from './processor-time.ts';
import { reportFile, type Tally } from './reporter.ts';

/** `node:ffi`, which the engine uses, prints a warning in each process. */
export const testFlags = ['--disable-warning=ExperimentalWarning'];

const preload = fileURLToPath(new URL('in-test-process.ts', import.meta.url));

export interface FileResult extends Tally {
  file: string;
  wallS: number;
  /** Includes awaited child processes; undefined when the process was killed. */
  processorS: number | undefined;
}

export interface RunFileOptions {
  root: string;
  testTimeoutMs: number;
  /** Folder in which test processes write their times. */
  timesFolder: string;
  /** Of test processes only: helpers of the runner, such as PostgreSQL, do not belong to the run. Evaluated for each process. */
  environment(): NodeJS.ProcessEnv;
  signal: AbortSignal;
  /** Whether tests of the file belong to the full suite: then it may have none. */
  isLeftOut(file: string): boolean;
  write(text: string): void;
}

/** Runs one test file in a separate process, which is killed after twice the timeout of a test. */
export async function runFile(file: string, options: RunFileOptions): Promise<FileResult> {
  const { root, testTimeoutMs, timesFolder, environment, write } = options;
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(2 * testTimeoutMs)]);
  const beganAtMs = performance.now();
  const events = run({
    cwd: root,
    env: environment(),
    files: [file],
    concurrency: 1,
    timeout: testTimeoutMs,
    execArgv: [...testFlags, '--import', preload],
    signal,
  });
  const tally = await reportFile(events, {
    file,
    root,
    write,
    isLeftOut: () => signal.aborted || options.isLeftOut(file),
  });
  const wallS = (performance.now() - beganAtMs) / 1000;
  return { ...tally, file, wallS, processorS: await takeProcessorTime(timesFolder, file) };
}

export async function takeProcessorTime(folder: string, file: string): Promise<number | undefined> {
  const path = join(folder, timeFileName(file));
  try {
    const seconds = await readFile(path, 'utf8');
    await rm(path);
    return Number(seconds);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
