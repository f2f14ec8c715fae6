import type { TextFunctionMaker } from '../core.ts';

/** `${__threadNum}`: the number behind the last `-` of the thread's name. */
export const threadNum: TextFunctionMaker = () => ({
  evaluate: (user) => String(user.number + 1),
});
