import { javaTrim } from '../../languages/java/java-text.ts';
import { requireWhole } from '../../languages/java/numbers.ts';
import type { Environment, TextFunctionMaker } from '../core.ts';
import { setVariable } from './set-variable.ts';

/** `${__RandomString(length,characters,variable)}`. */
export const randomString: TextFunctionMaker = ([length, characters, variable], environment) => ({
  evaluate: (user) => {
    const count = Number(requireWhole(length?.evaluate(user) ?? '', 32));
    if (count < 0) {
      throw new Error(
        `java.lang.IllegalArgumentException: Requested random string length ${count} is less than 0.`,
      );
    }
    const chosen = characters === undefined ? '' : javaTrim(characters.evaluate(user));
    let value = '';
    for (let at = 0; at < count; at++) {
      value +=
        chosen === '' ? anyCharacter(environment) : chosen[Math.floor(environment.random() * chosen.length)];
    }
    setVariable(user, variable, value);
    return value;
  },
});

/** Any assigned character of the Basic Multilingual Plane, except surrogates and private use. */
function anyCharacter(environment: Environment): string {
  for (;;) {
    const character = String.fromCharCode(Math.floor(environment.random() * 0x1_00_00));
    if (!/[\p{Cn}\p{Co}\p{Cs}]/u.test(character)) {
      return character;
    }
  }
}
