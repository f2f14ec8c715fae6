import type { TextFunctionMaker } from '../core.ts';
import { runBeanShell, tryBeanShell } from '../languages/bean-shell.ts';
import { setVariable } from './set-variable.ts';

/** `${__BeanShell(script,variable)}` for scripts of one expression: what goes wrong gives an empty text and no variable. */
export const beanShell: TextFunctionMaker = ([script, variable], world) => {
  let last = '';
  let parsed = tryBeanShell(last);
  return {
    evaluate: (user) => {
      const text = script?.evaluate(user) ?? '';
      if (text !== last) {
        last = text;
        parsed = tryBeanShell(text);
      }
      const value = runBeanShell(parsed, text, user, world);
      if (value !== undefined) {
        setVariable(user, variable, value);
      }
      return value ?? '';
    },
  };
};
