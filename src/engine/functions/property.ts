import type { TextFunctionMaker } from '../text/text.ts';

/** `${__P(name,default)}`: the default is 1 when none is given. */
export const propertyShort: TextFunctionMaker = ([name, fallback], { properties }) => ({
  evaluate: (user) => properties.get(name?.evaluate(user) ?? '') ?? fallback?.evaluate(user) ?? '1',
});

/** `${__property(name,variable,default)}`: the name itself when nothing else is there. */
export const property: TextFunctionMaker = ([name, variable, fallback], { properties }) => ({
  evaluate: (user) => {
    const key = name?.evaluate(user) ?? '';
    const value = properties.get(key) ?? fallback?.evaluate(user) ?? key;
    const target = variable?.evaluate(user).trim() ?? '';
    if (target !== '') {
      user.variables.set(target, value);
    }
    return value;
  },
});
