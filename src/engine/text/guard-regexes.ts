import { setFlagsFromString } from 'node:v8';

/**
 * An expression that backtracks without end would freeze all users: after 50,000 steps V8 goes over to an engine whose
 * time grows only with the text. It cannot do so with a look ahead, so plans with many open repetitions beside one are
 * not run here at all.
 */
export function guardRegexes(): void {
  setFlagsFromString('--enable-experimental-regexp-engine-on-excessive-backtracks');
}
