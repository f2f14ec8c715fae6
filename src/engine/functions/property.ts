import { javaTrim } from '../../languages/java/java-text.ts';
import type { TextFunctionMaker } from '../core.ts';

/** `${__P(name,default)}`: the value of the property, else the default, which is 1 if missing. */
export const propertyShort: TextFunctionMaker = ([name, fallback], { properties }) => ({
  evaluate: (user) => javaTrim(properties.get(name?.evaluate(user) ?? '') ?? fallback?.evaluate(user) ?? '1'),
});

/** `${__property(name,variable,default)}`: the value of the property, else the default, else the name. */
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
