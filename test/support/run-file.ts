import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from 'node:test';
import { fileURLToPath } from 'node:url';
import { reportFile, type Tally } from './reporter.ts';

/** Names the folder in which each test process leaves its processor time. */
export const timesVariable = 'SPATE_TEST_TIMES';

const preload = fileURLToPath(new URL('in-test-process.ts', import.meta.url));

export interface FileResult extends Tally {
  file: string;
  wallS: number;
  /** With that of the processes it started and waited for; undefined when the process was killed. */
  processorS: number | undefined;
}

export interface RunFileOptions {
  root: string;
  testTimeoutMs: number;
  /** Where test processes write their times. */
  timesFolder: string;
  signal: AbortSignal;
  write(text: string): void;
}

/** Runs one test file in a process of its own. The process is killed when the file takes twice as long as a test may. */
export async function runFile(file: string, options: RunFileOptions): Promise<FileResult> {
  const { root, testTimeoutMs, timesFolder, write } = options;
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(2 * testTimeoutMs)]);
  const beganAtMs = performance.now();
  const events = run({
    cwd: root,
    files: [file],
    concurrency: 1,
    timeout: testTimeoutMs,
    execArgv: ['--import', preload],
    signal,
  });
  const tally = await reportFile(events, { file, root, write });
  const wallS = (performance.now() - beganAtMs) / 1000;
  return { ...tally, file, wallS, processorS: await takeProcessorTime(timesFolder, file) };
}

async function takeProcessorTime(folder: string, file: string): Promise<number | undefined> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const [, seconds, ofFile] = (await readFile(path, 'utf8')).match(/^(\S+) (.*)$/) ?? [];
    if (ofFile !== file) continue;
    await rm(path);
    return Number(seconds);
  }
  return undefined;
}
