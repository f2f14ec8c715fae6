import { relative } from 'node:path';
import type { TestEvent } from 'node:test/reporters';
import { inspect } from 'node:util';

/** Results of one or several test files. */
export interface Tally {
  isGreen: boolean;
  tests: number;
  passed: number;
  failed: number;
  cancelled: number;
  /** Full names of the tests that were skipped, with the reason. */
  skipped: { name: string; reason: string }[];
  failures: Failure[];
}

export interface Failure {
  /** File and full name of the test. */
  title: string;
  error: string;
}

type Write = (text: string) => void;

/**
 * Collects the results of one test file, and prints failures and diagnostics as they arrive, each with the full name
 * of its test.
 */
export interface FileReport {
  readonly tally: Tally;
  /** An event of a test of the file; `nesting` counts from the top-level tests of the file. */
  take(event: TestEvent, nesting: number): void;
  /** A failure of the file as a whole. */
  fail(error: Error): void;
  /** Fails a file that ended without a test, unless `isLeftOut`: its tests belong to the full suite. */
  expectTests(isLeftOut: boolean): void;
}

export function fileReport(file: string, { root, write }: { root: string; write: Write }): FileReport {
  const tally = emptyTally();
  const shortFile = relative(root, file);
  // Node reports a parent's start before its children's, and a test's diagnostics after its result.
  const names: string[] = [];
  const titleAt = (nesting: number) => [shortFile, ...names.slice(0, nesting + 1)].join(' › ');
  const addFailure = (title: string, error: Error) => {
    const failure = { title, error: describe(error) };
    tally.failures.push(failure);
    write(`${failureText(failure)}\n`);
  };
  const fail = (error: Error) => {
    tally.tests += 1;
    tally.failed += 1;
    addFailure(`${shortFile} (the file itself)`, error);
  };
  return {
    tally,
    fail,
    expectTests(isLeftOut) {
      if (tally.tests === 0 && tally.skipped.length === 0 && !isLeftOut)
        fail(new Error('The file defines no test.'));
    },
    take(event, nesting) {
      switch (event.type) {
        case 'test:start':
          names[nesting] = event.data.name;
          break;
        case 'test:pass': {
          const { skip, todo, details } = event.data;
          if (skip !== undefined) tally.skipped.push({ name: titleAt(nesting), reason: String(skip) });
          if (details.type === 'suite') break;
          tally.tests += 1;
          if (skip === undefined && todo === undefined) tally.passed += 1;
          break;
        }
        case 'test:fail': {
          const { details } = event.data;
          const { error } = details;
          const kind = 'failureType' in error ? error.failureType : undefined;
          if (details.type !== 'suite') {
            tally.tests += 1;
            if (kind === 'cancelledByParent' || kind === 'testAborted') tally.cancelled += 1;
            else tally.failed += 1;
          }
          // A suite or file that failed because of a test inside it is not reported again.
          if (kind !== 'subtestsFailed') addFailure(titleAt(nesting), error);
          break;
        }
        case 'test:diagnostic':
          write(`# ${titleAt(nesting)}: ${event.data.message}\n`);
          break;
      }
    },
  };
}

/** Reports the events of a process that runs one test file. */
export async function reportFile(
  events: AsyncIterable<TestEvent>,
  { file, root, write, isLeftOut }: { file: string; root: string; write: Write; isLeftOut(): boolean },
): Promise<Tally> {
  const report = fileReport(file, { root, write });
  const { tally } = report;
  for await (const event of events) {
    switch (event.type) {
      case 'test:stderr':
      case 'test:stdout':
        write(event.data.message);
        break;
      case 'test:fail':
        if (event.data.nesting > 0 || event.data.name !== file) report.take(event, event.data.nesting);
        else if (!isOfSubtests(event.data.details.error)) report.fail(event.data.details.error);
        break;
      case 'test:start':
      case 'test:pass':
        // A file without tests passes as a test itself.
        if (event.data.nesting > 0 || event.data.name !== file) report.take(event, event.data.nesting);
        break;
      case 'test:diagnostic':
        // Diagnostics without a file are the counts of the summary.
        if (event.data.file !== undefined) report.take(event, event.data.nesting);
        break;
      case 'test:summary':
        if (event.data.file !== undefined) break;
        report.expectTests(isLeftOut());
        tally.isGreen = event.data.success && tally.failures.length === 0;
        break;
    }
  }
  return tally;
}

/** Whether a suite, file or group failed only because of a test inside it. */
export function isOfSubtests(error: Error): boolean {
  return 'failureType' in error && error.failureType === 'subtestsFailed';
}

export function emptyTally(): Tally {
  return { isGreen: false, tests: 0, passed: 0, failed: 0, cancelled: 0, skipped: [], failures: [] };
}

export function addTallies(tallies: readonly Tally[]): Tally {
  const sum = (key: 'tests' | 'passed' | 'failed' | 'cancelled') =>
    tallies.reduce((total, tally) => total + tally[key], 0);
  return {
    isGreen: tallies.every((tally) => tally.isGreen),
    tests: sum('tests'),
    passed: sum('passed'),
    failed: sum('failed'),
    cancelled: sum('cancelled'),
    skipped: tallies.flatMap((tally) => tally.skipped),
    failures: tallies.flatMap((tally) => tally.failures),
  };
}

export function failureText({ title, error }: Failure): string {
  return `✖ ${title}\n${indent(error)}`;
}

function describe(error: Error & { cause?: unknown }): string {
  const cause = error.cause ?? error;
  return cause instanceof Error ? inspect(cause) : String(cause);
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, '    ');
}
