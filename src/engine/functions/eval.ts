import type { Environment, Text, TextFunctionMaker } from '../core.ts';
import { compileArgument } from '../text/compile-text.ts';

/** `${__eval(text)}`: evaluates the result of its argument again. */
export const evalText: TextFunctionMaker = ([text], environment) => {
  const compile = lastCompiled(environment);
  return { evaluate: (user) => compile(text?.evaluate(user) ?? '').evaluate(user) };
};

/** `${__evalVar(name)}`: evaluates the value of a variable; empty when it is not set. */
export const evalVariable: TextFunctionMaker = ([name], environment) => {
  const compile = lastCompiled(environment);
  return {
    evaluate: (user) => compile(user.variables.get(name?.evaluate(user) ?? '') ?? '').evaluate(user),
  };
};

/** Caches the last parsed text. A text with functions is parsed each time, so that their state starts anew. */
function lastCompiled(environment: Environment): (raw: string) => Text {
  let last: Text | undefined;
  return (raw) => {
    if (last?.raw !== raw || raw.includes('${__')) {
      last = compileArgument(raw, environment);
    }
    return last;
  };
}
