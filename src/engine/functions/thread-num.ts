import type { TextFunctionMaker } from '../core.ts';

/** `${__threadNum}`: the number behind the last `-` of the thread's name. */
export const threadNum: TextFunctionMaker = () => ({
  // Before any user comes it is a thread whose name has no number, so JMeter gives all of it.
  evaluate: ({ group, number }) => (group.number === 0 ? 'StandardJMeterEngine' : String(number + 1)),
});
