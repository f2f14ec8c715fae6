import type { TextFunctionMaker } from '../core.ts';

/** `${__V(name,default)}`: the variable whose name is made from others; its name when it is not set. */
export const variable: TextFunctionMaker = ([name, fallback]) => ({
  evaluate: (user) => {
    const key = name?.evaluate(user) ?? '';
    return user.variables.get(key) ?? fallback?.evaluate(user) ?? key;
  },
});
