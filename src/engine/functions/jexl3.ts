import { javaTrim } from '../../languages/java/java-text.ts';
import type { TextFunctionMaker } from '../core.ts';
import { runJexl } from '../languages/jexl.ts';

/** `${__jexl3(expression,variable)}`: errors give an empty text. */
export const jexl3: TextFunctionMaker = ([expression, variable], environment) => ({
  evaluate: (user) => {
    const text = expression?.evaluate(user) ?? '';
    const target = javaTrim(variable?.evaluate(user) ?? '');
    const value = runJexl(text, user, environment);
    if (value !== undefined && target !== '') {
      user.variables.set(target, value);
    }
    return value ?? '';
  },
});
