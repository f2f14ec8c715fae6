import { javaTrim } from '../../languages/java/java-text.ts';
import type { Text, User } from '../core.ts';

/** Many functions put their value into a variable too, if they are given a name for it. */
export function setVariable(user: User, name: Text | undefined, value: string): void {
  const target = name === undefined ? '' : javaTrim(name.evaluate(user));
  if (target !== '') {
    user.variables.set(target, value);
  }
}
