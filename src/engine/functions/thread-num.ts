import type { TextFunctionMaker } from '../core.ts';

/** `${__threadNum}`: the number behind the last `-` of the thread's name. */
export const threadNum: TextFunctionMaker = () => ({
  // Before the first user the thread name has no number, so JMeter returns the whole name.
  evaluate: ({ group, number }) => (group.number === 0 ? 'StandardJMeterEngine' : String(number + 1)),
});
