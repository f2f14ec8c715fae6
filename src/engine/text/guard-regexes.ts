import { setFlagsFromString } from 'node:v8';

/**
 * An expression that backtracks without end would freeze all users: after so many steps V8 goes over to an engine whose
 * time grows only with the text. A step of its own count may go over all of the text, hence so few; what is usual on an
 * answer of some 100 KB takes some hundreds. The second flag lets long-search.ts ask for that engine itself.
 */
export function guardRegexes(): void {
  setFlagsFromString('--enable-experimental-regexp-engine-on-excessive-backtracks');
  setFlagsFromString('--regexp-backtracks-before-fallback=1000');
  setFlagsFromString('--enable-experimental-regexp-engine');
}
