import { javaTrim } from '../../languages/java/java-text.ts';
import { requireWhole } from '../../languages/java/numbers.ts';
import type { TextFunctionMaker } from '../core.ts';

/** The plugins' `${__substring(text,begin,end,variable)}`. */
export const substring: TextFunctionMaker = ([text, begin, end, variable]) => ({
  evaluate: (user) => {
    const whole = text?.evaluate(user) ?? '';
    const from = Number(requireWhole(javaTrim(begin?.evaluate(user) ?? ''), 32));
    const to = Number(requireWhole(javaTrim(end?.evaluate(user) ?? ''), 32));
    if (from < 0 || to > whole.length || from > to) {
      throw new Error(
        `java.lang.StringIndexOutOfBoundsException: begin ${from}, end ${to}, length ${whole.length}`,
      );
    }
    const value = whole.slice(from, to);
    const target = variable?.evaluate(user) ?? '';
    if (target !== '') {
      user.variables.set(target, value);
    }
    return value;
  },
});
