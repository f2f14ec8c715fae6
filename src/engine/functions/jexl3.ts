import type { TextFunctionMaker } from '../core.ts';
import { evaluateJexl } from '../expressions/jexl.ts';
import { javaTrim } from '../text/java-text.ts';

/** `${__jexl3(expression,variable)}`: what goes wrong gives an empty text. */
export const jexl3: TextFunctionMaker = ([expression, variable], world) => ({
  evaluate: (user) => {
    const text = expression?.evaluate(user) ?? '';
    const target = javaTrim(variable?.evaluate(user) ?? '');
    const value = evaluateJexl(text, user, world);
    if (value !== undefined && target !== '') {
      user.variables.set(target, value);
    }
    return value ?? '';
  },
});
