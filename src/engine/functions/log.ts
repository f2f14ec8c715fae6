import { javaTrim } from '../../languages/java/java-text.ts';
import type { Environment, Text, TextFunctionMaker, User } from '../core.ts';

/** `${__log(text,level,error,comment)}`: returns the text; `__logn` returns an empty text. */
export const log: TextFunctionMaker = ([text, level, error, comment], environment) => ({
  evaluate: (user) => write(environment, user, text, level, error, comment),
});

export const logNothing: TextFunctionMaker = ([text, level, error], environment) => ({
  evaluate: (user) => {
    write(environment, user, text, level, error, undefined);
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

function write(environment: Environment, user: User, ...args: (Text | undefined)[]): string {
  const [text = '', level, error, comment] = args.map((arg) => arg?.evaluate(user));
  const known = levels[javaTrim(level || 'INFO').toUpperCase()];
  if (known) {
    environment.log(known, `${user.name} ${comment || ' : '} ${text}${error ? ` ${error}` : ''}`);
  }
  return text;
}
