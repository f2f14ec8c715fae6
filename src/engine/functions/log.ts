import { javaTrim } from '../../languages/java/java-text.ts';
import type { Text, TextFunctionMaker, User, World } from '../core.ts';

/** `${__log(text,level,error,comment)}`: gives the text; `__logn` gives nothing. */
export const log: TextFunctionMaker = ([text, level, error, comment], world) => ({
  evaluate: (user) => write(world, user, text, level, error, comment),
});

export const logNothing: TextFunctionMaker = ([text, level, error], world) => ({
  evaluate: (user) => {
    write(world, user, text, level, error, undefined);
    return '';
  },
});

const levels: Record<string, 'info' | 'warn' | 'error'> = {
  INFO: 'info',
  WARN: 'warn',
  ERROR: 'error',
  OUT: 'info',
  ERR: 'error',
};

function write(world: World, user: User, ...args: (Text | undefined)[]): string {
  const [text = '', level, error, comment] = args.map((arg) => arg?.evaluate(user));
  const known = levels[javaTrim(level || 'INFO').toUpperCase()];
  if (known) {
    world.log(known, `${user.name} ${comment || ' : '} ${text}${error ? ` ${error}` : ''}`);
  }
  return text;
}
