import type { TextFunctionMaker } from '../core.ts';

/** `${__setProperty(name,value,returnsOld)}`: returns an empty text, or the previous value. */
export const setProperty: TextFunctionMaker = ([name, value, returnsOld], { properties }) => ({
  evaluate: (user) => {
    const key = name?.evaluate(user) ?? '';
    const text = value?.evaluate(user) ?? '';
    const isOldWanted = returnsOld?.evaluate(user).toLowerCase() === 'true';
    const old = properties.get(key) ?? 'null';
    properties.set(key, text);
    return isOldWanted ? old : '';
  },
});

export const isPropDefined: TextFunctionMaker = ([name], { properties }) => ({
  evaluate: (user) => String(properties.has(name?.evaluate(user) ?? '')),
});

export const isVarDefined: TextFunctionMaker = ([name]) => ({
  evaluate: (user) => String(user.variables.has(name?.evaluate(user) ?? '')),
});
