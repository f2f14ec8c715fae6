import type { TestEvent } from 'node:test/reporters';
import { inspect } from 'node:util';

export interface Tally {
  isGreen: boolean;
  tests: number;
  /** Those with a failed test in them. */
  failedFiles: string[];
  /** Full names of the tests that were skipped, with the reason. */
  skipped: { name: string; reason: string }[];
}

type Write = (text: string) => void;

/**
 * Prints one line per file, failures in full at once and again as a list, and the figures that node prints at the end.
 * Resolves when the run is over.
 */
export async function report(events: AsyncIterable<TestEvent>, root: string, write: Write): Promise<Tally> {
  const tally: Tally = { isGreen: false, tests: 0, failedFiles: [], skipped: [] };
  const failures: string[] = [];
  for await (const event of events) {
    switch (event.type) {
      case 'test:pass': {
        const { name, skip, file } = event.data;
        if (skip !== undefined) {
          tally.skipped.push({ name: `${shorten(file, root)}: ${name}`, reason: String(skip) });
        }
        break;
      }
      case 'test:fail': {
        const { name, file, details } = event.data;
        // A suite or file that fails because something inside it did has nothing to add.
        if ('failureType' in details.error && details.error.failureType === 'subtestsFailed') break;
        const title = `${shorten(file, root)}: ${name}`;
        failures.push(title);
        write(`✖ ${title}\n${indent(describe(details.error))}\n`);
        break;
      }
      case 'test:stderr':
      case 'test:stdout':
        write(event.data.message);
        break;
      case 'test:diagnostic':
        if (event.data.nesting === 0) write(`# ${event.data.message}\n`);
        break;
      case 'test:summary': {
        const { file, counts, success, duration_ms } = event.data;
        if (file === undefined) {
          tally.isGreen = success;
          tally.tests = counts.tests;
          break;
        }
        if (!success) tally.failedFiles.push(file);
        const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
        const passed = `${counts.passed} of ${counts.tests} passed${skipped}`;
        write(`${success ? '✔' : '✖'} ${shorten(file, root)}  ${passed}  (${Math.round(duration_ms)} ms)\n`);
        break;
      }
    }
  }
  if (failures.length > 0) write(`\nFailed:\n${failures.map((title) => `  ✖ ${title}`).join('\n')}\n`);
  return tally;
}

function describe(error: Error & { cause?: unknown }): string {
  const cause = error.cause ?? error;
  return cause instanceof Error ? inspect(cause) : String(cause);
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, '    ');
}

function shorten(file: string | undefined, root: string): string {
  return file === undefined ? '?' : file.replace(root, '');
}
