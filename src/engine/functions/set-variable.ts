import { javaTrim } from '../../languages/java/java-text.ts';
import type { Text, User } from '../core.ts';

/** Stores the value of a function in the variable that its optional name argument selects. */
export function setVariable(user: User, name: Text | undefined, value: string): void {
  const target = name === undefined ? '' : javaTrim(name.evaluate(user));
  if (target !== '') {
    user.variables.set(target, value);
  }
}
