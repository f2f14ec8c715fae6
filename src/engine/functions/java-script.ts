import { javaTrim } from '../../languages/java/java-text.ts';
import type { TextFunctionMaker } from '../core.ts';
import { runJavaScript } from '../languages/java-script.ts';

/** `${__javaScript(expression,variable)}`: what goes wrong gives an empty text and no variable. */
export const javaScript: TextFunctionMaker = ([expression, variable]) => ({
  evaluate: (user) => {
    const value = runJavaScript(expression?.evaluate(user) ?? '', user);
    if (value !== undefined && variable) {
      user.variables.set(javaTrim(variable.evaluate(user)), value);
    }
    return value ?? '';
  },
});
