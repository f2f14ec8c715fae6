import { run } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type FileReport, fileReport, isOfSubtests } from './reporter.ts';
import { type FileResult, type RunFileOptions, takeProcessorTime, testFlags } from './run-file.ts';

const entry = fileURLToPath(new URL('group-process.ts', import.meta.url));

export interface GroupResult {
  /** Results of the started files, in order. */
  results: FileResult[];
  /** Files that were not started, because the process exited or another file left its state changed. */
  rest: string[];
}

/** Runs test files sequentially in one process. `onEnd` gets each result immediately. */
export async function runGroup(
  files: readonly string[],
  options: RunFileOptions & { onEnd(result: FileResult): void },
): Promise<GroupResult> {
  const { root, testTimeoutMs, timesFolder, environment, write, onEnd } = options;
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(2 * testTimeoutMs)]);
  const events = run({
    cwd: root,
    env: environment(),
    files: [entry],
    argv: [...files],
    execArgv: testFlags,
    concurrency: 1,
    timeout: testTimeoutMs,
    signal,
  });
  const results: FileResult[] = [];
  const started = new Map<string, { beganAtMs: number; report: FileReport }>();
  let current: FileReport | undefined;
  let ofProcess: Error | undefined;
  const end = async (file: string, isGreen: boolean) => {
    const { beganAtMs, report } = begin(file);
    report.expectTests(signal.aborted || options.isLeftOut(file));
    report.tally.isGreen = isGreen && report.tally.failures.length === 0;
    const wallS = (performance.now() - beganAtMs) / 1000;
    const result = { ...report.tally, file, wallS, processorS: await takeProcessorTime(timesFolder, file) };
    results.push(result);
    onEnd(result);
  };
  const begin = (file: string) => {
    const known = started.get(file) ?? {
      beganAtMs: performance.now(),
      report: fileReport(file, { root, write }),
    };
    started.set(file, known);
    return known;
  };
  for await (const event of events) {
    switch (event.type) {
      case 'test:stderr':
      case 'test:stdout':
        write(event.data.message);
        break;
      case 'test:dequeue':
        if (event.data.nesting === 0 && event.data.name !== entry) begin(event.data.name);
        break;
      case 'test:start':
        if (event.data.nesting === 0) current = begin(event.data.name).report;
        else current?.take(event, event.data.nesting - 1);
        break;
      case 'test:pass':
        if (event.data.nesting > 0) current?.take(event, event.data.nesting - 1);
        else await end(event.data.name, true);
        break;
      case 'test:fail': {
        const { name, nesting, details } = event.data;
        if (nesting > 0) current?.take(event, nesting - 1);
        else if (name === entry) ofProcess = isOfSubtests(details.error) ? undefined : details.error;
        else {
          if (!isOfSubtests(details.error)) begin(name).report.fail(details.error);
          await end(name, false);
        }
        break;
      }
      case 'test:diagnostic':
        if (event.data.file !== undefined) current?.take(event, event.data.nesting - 1);
        break;
    }
  }
  const ended = new Set(results.map(({ file }) => file));
  const running = files.find((file) => started.has(file) && !ended.has(file));
  if (running !== undefined) {
    begin(running).report.fail(endOf(ofProcess));
    await end(running, false);
  } else if (ofProcess !== undefined && results.every(({ isGreen }) => isGreen)) {
    const last = results.at(-1);
    const file = last?.file ?? (files[0] as string);
    results.splice(-1);
    begin(file).report.fail(endOf(ofProcess));
    await end(file, false);
  }
  const rest = files.filter((file) => !results.some((result) => result.file === file));
  return { results, rest };
}

/** Node.js reports only that the file failed. */
function endOf(error: (Error & { exitCode?: number; signal?: string | null }) | undefined): Error {
  if (typeof error?.exitCode === 'number') return new Error(`The process ended with code ${error.exitCode}.`);
  if (typeof error?.signal === 'string') return new Error(`The process was ended by ${error.signal}.`);
  return error ?? new Error('The process ended before the tests of this file.');
}
