import { javaTrim } from '../../languages/java/java-text.ts';
import { parseWhole, requireWhole } from '../../languages/java/numbers.ts';
import type { TextFunctionMaker } from '../core.ts';

/** `${__intSum(a,b,…,variable)}`: the last argument is a name unless it is a number. Sums wrap around. */
export const intSum: TextFunctionMaker = sum(32);
export const longSum: TextFunctionMaker = sum(64);

function sum(bits: 32 | 64): TextFunctionMaker {
  return (args) => ({
    evaluate: (user) => {
      const name = javaTrim(args.at(-1)?.evaluate(user) ?? '');
      let total = 0n;
      for (const arg of args.slice(0, -1)) {
        total += requireWhole(arg.evaluate(user), bits);
      }
      const last = parseWhole(name, bits);
      const value = String(BigInt.asIntN(bits, total + (last ?? 0n)));
      // JMeter stores the result of `__intSum` even in a variable with an empty name.
      if (last === undefined && (name !== '' || bits === 32)) {
        user.variables.set(name, value);
      }
      return value;
    },
  });
}
