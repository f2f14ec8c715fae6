import { setFlagsFromString } from 'node:v8';

/**
 * Limits backtracking, which would block all virtual users of a thread: after 50,000 backtracks, V8
 * switches to its linear-time engine. A backtrack may scan the whole text, so the limit protects short texts only; a
 * lower limit would move ordinary expressions to an engine that is fifty times as slow. The second flag enables the
 * `l` flag, with which long-search.ts selects the linear-time engine.
 */
export function guardRegexes(): void {
  setFlagsFromString('--enable-experimental-regexp-engine-on-excessive-backtracks');
  setFlagsFromString('--enable-experimental-regexp-engine');
}
