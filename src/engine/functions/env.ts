import { javaTrim } from '../../languages/java/java-text.ts';
import type { TextFunctionMaker } from '../core.ts';

/** The plugins' `${__env(name,variable,default)}`: an environment variable, else the default, else the name. */
export const env: TextFunctionMaker = ([name, variable, fallback]) => ({
  evaluate: (user) => {
    const key = name?.evaluate(user) ?? '';
    const value = javaTrim(process.env[key] ?? fallback?.evaluate(user) ?? key);
    const target = variable?.evaluate(user) ?? '';
    if (target !== '') {
      user.variables.set(target, value);
    }
    return value;
  },
});
