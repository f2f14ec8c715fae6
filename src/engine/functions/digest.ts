import { createHash } from 'node:crypto';
import type { TextFunctionMaker } from '../core.ts';
import { setVariable } from './set-variable.ts';

/** `${__digest(algorithm,text,salt,isUpperCase,variable)}`. */
export const digest: TextFunctionMaker = ([algorithm, text, salt, isUpperCase, variable]) => ({
  evaluate: (user) => {
    const hash = createHash((algorithm?.evaluate(user) ?? '').replace('-', ''));
    const hex = hash.update((text?.evaluate(user) ?? '') + (salt?.evaluate(user) ?? '')).digest('hex');
    const value = isUpperCase?.evaluate(user).toLowerCase() === 'true' ? hex.toUpperCase() : hex;
    setVariable(user, variable, value);
    return value;
  },
});
