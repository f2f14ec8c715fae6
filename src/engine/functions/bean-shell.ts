import type { TextFunctionMaker } from '../core.ts';
import { runBeanShell, tryBeanShell } from '../languages/bean-shell.ts';
import { setVariable } from './set-variable.ts';

/** `${__BeanShell(script,variable)}` for scripts of one expression: errors give an empty text and set no variable. */
export const beanShell: TextFunctionMaker = ([script, variable], environment) => {
  let last = '';
  let parsed = tryBeanShell(last);
  return {
    evaluate: (user) => {
      const text = script?.evaluate(user) ?? '';
      if (text !== last) {
        last = text;
        parsed = tryBeanShell(text);
      }
      const value = runBeanShell(parsed, text, user, environment);
      if (value !== undefined) {
        setVariable(user, variable, value);
      }
      return value ?? '';
    },
  };
};
