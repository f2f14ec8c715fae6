import { javaTrim } from '../../languages/java/java-text.ts';
import { requireWhole } from '../../languages/java/numbers.ts';
import type { TextFunctionMaker } from '../core.ts';
import { setVariable } from './set-variable.ts';

/** `${__Random(min,max,variable)}`: both ends included. */
export const random: TextFunctionMaker = ([min, max, variable], environment) => ({
  evaluate: (user) => {
    const low = requireWhole(javaTrim(min?.evaluate(user) ?? ''), 64);
    const high = requireWhole(javaTrim(max?.evaluate(user) ?? ''), 64);
    if (high < low) {
      throw new Error('java.lang.IllegalArgumentException: bound must be greater than origin');
    }
    const value = String(low + BigInt(Math.floor(environment.random() * Number(high - low + 1n))));
    setVariable(user, variable, value);
    return value;
  },
});
