import { javaTrim } from '../../languages/java/java-text.ts';
import { requireWhole } from '../../languages/java/numbers.ts';
import type { TextFunctionMaker, User } from '../core.ts';
import { setVariable } from './set-variable.ts';

/** `${__RandomFromMultipleVars(a|b,variable)}`: one of the values of extracted variables. */
export const randomFromMultipleVars: TextFunctionMaker = ([names, variable], environment) => ({
  evaluate: (user) => {
    const values = javaTrim(names?.evaluate(user) ?? '')
      .split('|')
      .flatMap((name) => (name === '' ? [] : valuesOf(name, user)));
    const value = values[Math.floor(environment.random() * values.length)] ?? '';
    setVariable(user, variable, value);
    return value;
  },
});

function valuesOf(name: string, { variables }: User): string[] {
  const matches = variables.get(`${name}_matchNr`) || '0';
  const count = Number(requireWhole(matches, 32));
  if (count > 0) {
    return Array.from({ length: count }, (_, index) => variables.get(`${name}_${index + 1}`) ?? 'null');
  }
  const value = variables.get(name) ?? '';
  return value === '' ? [] : [value];
}
