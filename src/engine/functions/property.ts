import { javaTrim } from '../../languages/java/java-text.ts';
import type { TextFunctionMaker } from '../core.ts';

/** `${__P(name,default)}`: the default is 1 when none is given. */
export const propertyShort: TextFunctionMaker = ([name, fallback], { properties }) => ({
  evaluate: (user) => javaTrim(properties.get(name?.evaluate(user) ?? '') ?? fallback?.evaluate(user) ?? '1'),
});

/** `${__property(name,variable,default)}`: the name itself when nothing else is there. */
export const property: TextFunctionMaker = ([name, variable, fallback], { properties }) => ({
  evaluate: (user) => {
    const key = name?.evaluate(user) ?? '';
    const value = javaTrim(properties.get(key) ?? fallback?.evaluate(user) ?? key);
    const target = javaTrim(variable?.evaluate(user) ?? '');
    if (target !== '') {
      user.variables.set(target, value);
    }
    return value;
  },
});
