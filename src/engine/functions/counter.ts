import type { TextFunctionMaker } from '../core.ts';
import { LocalNumber } from '../state/shared-numbers.ts';
import { setVariable } from './set-variable.ts';

/** `${__counter(isPerUser,variable)}`: each call in a plan has its own counter. */
export const counter: TextFunctionMaker = ([isPerUser, variable], { numbers }) => {
  const shared = numbers?.next() ?? new LocalNumber();
  const key = {};
  return {
    evaluate: (user) => {
      const isOwn = isPerUser?.evaluate(user).toLowerCase() === 'true';
      const counted = isOwn ? user.stateOf(key, () => new LocalNumber()) : shared;
      const value = String(
        counted.hold((number) => {
          number.value = ((number.value ?? 0) + 1) | 0;
          return number.value;
        }),
      );
      setVariable(user, variable, value);
      return value;
    },
  };
};
