import { javaTrim } from '../../languages/java/java-text.ts';
import type { TextFunctionMaker } from '../core.ts';

/** `${__char(65,0x42,0103)}`: numbers in the format of Java's Long.decode; others are omitted. */
export const char: TextFunctionMaker = (args, environment) => ({
  evaluate: (user) => {
    let text = '';
    for (const arg of args) {
      const written = javaTrim(arg.evaluate(user));
      const code = decode(written);
      if (code === undefined) {
        environment.log('warn', `Could not parse ${written}`);
      } else {
        text += String.fromCharCode(Number(BigInt.asUintN(16, code)));
      }
    }
    return text;
  },
});

function decode(text: string): bigint | undefined {
  const [, sign, hex, octal, decimal] =
    /^([+-]?)(?:(?:0[xX]|#)([0-9a-fA-F]+)|0([0-7]+)|(\d+))$/.exec(text) ?? [];
  const digits = hex ? `0x${hex}` : octal ? `0o${octal}` : decimal;
  if (digits === undefined || ((decimal?.length ?? 0) > 1 && decimal?.startsWith('0'))) {
    return undefined;
  }
  const value = BigInt(digits);
  return sign === '-' ? -value : value;
}
