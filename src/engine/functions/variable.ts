import type { TextFunctionMaker } from '../core.ts';

/** `${__V(name,default)}`: the variable with the evaluated name, else the default, else the name. */
export const variable: TextFunctionMaker = ([name, fallback]) => ({
  evaluate: (user) => {
    const key = name?.evaluate(user) ?? '';
    return user.variables.get(key) ?? fallback?.evaluate(user) ?? key;
  },
});
