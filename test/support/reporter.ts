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

/** Prints failures, output and diagnostics of one test file as they come, each with the full name of its test. */
export async function reportFile(
  events: AsyncIterable<TestEvent>,
  { file, root, write }: { file: string; root: string; write: Write },
): Promise<Tally> {
  const tally = emptyTally();
  const shortFile = relative(root, file);
  // Node reports a parent's start before its children's, and a test's diagnostics after its result.
  const names: string[] = [];
  const titleAt = (nesting: number) => [shortFile, ...names.slice(0, nesting + 1)].join(' › ');
  for await (const event of events) {
    switch (event.type) {
      case 'test:start':
        names[event.data.nesting] = event.data.name;
        break;
      case 'test:pass': {
        const { skip, nesting } = event.data;
        if (skip !== undefined) tally.skipped.push({ name: titleAt(nesting), reason: String(skip) });
        break;
      }
      case 'test:fail': {
        const { name, nesting, details } = event.data;
        const { error } = details;
        // A suite or file that failed because of a test inside it is not reported again.
        if ('failureType' in error && error.failureType === 'subtestsFailed') break;
        const isWholeFile = nesting === 0 && name === file;
        const title = isWholeFile ? `${shortFile} (the file itself)` : titleAt(nesting);
        const failure = { title, error: describe(error) };
        tally.failures.push(failure);
        write(`${failureText(failure)}\n`);
        break;
      }
      case 'test:stderr':
      case 'test:stdout':
        write(event.data.message);
        break;
      case 'test:diagnostic':
        // Those without a file are the counts of the summary.
        if (event.data.file !== undefined) write(`# ${titleAt(event.data.nesting)}: ${event.data.message}\n`);
        break;
      case 'test:summary': {
        const { file: ofFile, counts, success } = event.data;
        if (ofFile !== undefined) break;
        tally.isGreen = success && tally.failures.length === 0;
        tally.tests = counts.tests;
        tally.passed = counts.passed;
        tally.cancelled = counts.cancelled;
        tally.failed = counts.tests - counts.passed - counts.skipped - counts.cancelled - counts.todo;
        break;
      }
    }
  }
  return tally;
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
