import type { TextFunctionMaker } from '../core.ts';
import { setVariable } from './set-variable.ts';

export const threadGroupName: TextFunctionMaker = () => ({ evaluate: (user) => user.group.name });

export const samplerName: TextFunctionMaker = ([variable]) => ({
  evaluate: (user) => {
    const name = user.sampler?.name.evaluate(user) ?? '';
    setVariable(user, variable, name);
    return name;
  },
});

export const testPlanName: TextFunctionMaker = (_, { planName }) => ({ evaluate: () => planName });
