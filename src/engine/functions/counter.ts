import type { TextFunctionMaker } from '../core.ts';
import { setVariable } from './set-variable.ts';

/** `${__counter(isPerUser,variable)}`: each place in a plan counts for itself. */
export const counter: TextFunctionMaker = ([isPerUser, variable]) => {
  const everybody = { count: 0 };
  const key = {};
  return {
    evaluate: (user) => {
      const isOwn = isPerUser?.evaluate(user).toLowerCase() === 'true';
      const counted = isOwn ? user.keep(key, () => ({ count: 0 })) : everybody;
      counted.count = (counted.count + 1) | 0;
      const value = String(counted.count);
      setVariable(user, variable, value);
      return value;
    },
  };
};
