import { setFlagsFromString } from 'node:v8';

/**
 * An expression that backtracks without end would freeze all users: after some ten thousand steps V8 goes over to an engine
 * whose time grows only with the text. A step of its own count may go over all of the text, so this does for short ones; but
 * fewer would hand over ordinary expressions too, which takes them fifty times as long. The second flag lets long-search.ts
 * ask for that engine itself.
 */
export function guardRegexes(): void {
  setFlagsFromString('--enable-experimental-regexp-engine-on-excessive-backtracks');
  setFlagsFromString('--enable-experimental-regexp-engine');
}
