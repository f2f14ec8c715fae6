import { appendFileSync, readFileSync } from 'node:fs';

/** Set by `npm test`: the file that collects what test files leave out. */
export const notTestedVariable = 'SPATE_TEST_NOT_TESTED';
/** Set in a process of several test files: the current one. */
export const testFileVariable = 'SPATE_TEST_FILE';

export interface NotTested {
  file: string;
  what: string;
}

/**
 * Lists at the end of the run what `npm test` leaves to `npm run test:full`. It is not a skipped test, which CI=true rejects.
 */
export function notTested(what: string): void {
  const path = process.env[notTestedVariable];
  if (path === undefined) {
    console.log(`Not tested: ${what}.`);
    return;
  }
  const entry: NotTested = { file: process.env[testFileVariable] ?? process.argv[1] ?? '', what };
  // One write of a short line, since several processes append.
  appendFileSync(path, `${JSON.stringify(entry)}\n`);
}

export function readNotTested(path: string): NotTested[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as NotTested);
}
