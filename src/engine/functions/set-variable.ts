import { javaTrim } from '../../languages/java/java-text.ts';
import type { Text, User } from '../core.ts';

/** Many functions also store their value in a variable if they get a name. */
export function setVariable(user: User, name: Text | undefined, value: string): void {
  const target = name === undefined ? '' : javaTrim(name.evaluate(user));
  if (target !== '') {
    user.variables.set(target, value);
  }
}
