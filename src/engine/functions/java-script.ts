import type { TextFunctionMaker } from '../core.ts';
import { evaluateJavaScript } from '../expressions/java-script.ts';
import { javaTrim } from '../text/java-text.ts';

/** `${__javaScript(expression,variable)}`: what goes wrong gives an empty text and no variable. */
export const javaScript: TextFunctionMaker = ([expression, variable]) => ({
  evaluate: (user) => {
    const value = evaluateJavaScript(expression?.evaluate(user) ?? '', user);
    if (value !== undefined && variable) {
      user.variables.set(javaTrim(variable.evaluate(user)), value);
    }
    return value ?? '';
  },
});
