import type { TextFunctionMaker } from '../core.ts';

/** `${__V(name,default)}`: the variable whose name is made from others; its name when there is none. */
export const variable: TextFunctionMaker = ([name, fallback]) => ({
  evaluate: (user) => {
    const key = name?.evaluate(user) ?? '';
    return user.variables.get(key) ?? fallback?.evaluate(user) ?? key;
  },
});
