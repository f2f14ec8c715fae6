import type { Environment, Text, TextFunctionMaker } from '../core.ts';
import { compileArgument } from '../text/compile-text.ts';

/** `${__eval(text)}`: evaluates the result of its argument again. */
export const evalText: TextFunctionMaker = ([text], environment) => {
  const compile = lastCompiled(environment);
  return { evaluate: (user) => compile(text?.evaluate(user) ?? '').evaluate(user) };
};

/** `${__evalVar(name)}`: the same with the value of a variable; empty when it is not set. */
export const evalVariable: TextFunctionMaker = ([name], environment) => {
  const compile = lastCompiled(environment);
  return {
    evaluate: (user) => compile(user.variables.get(name?.evaluate(user) ?? '') ?? '').evaluate(user),
  };
};

/** Parsed texts are cached, but functions in them start anew each time. */
function lastCompiled(environment: Environment): (raw: string) => Text {
  let last: Text | undefined;
  return (raw) => {
    if (last?.raw !== raw || raw.includes('${__')) {
      last = compileArgument(raw, environment);
    }
    return last;
  };
}
