import type { Text, TextFunctionMaker, User, World } from '../core.ts';

/** `${__log(text,level,exception,comment)}` gives the text back, `${__logn(…)}` nothing. */
export const log: TextFunctionMaker = ([text, level], world) => ({
  evaluate: (user) => write(text, level, user, world),
});

export const logQuietly: TextFunctionMaker = ([text, level], world) => ({
  evaluate: (user) => {
    write(text, level, user, world);
    return '';
  },
});

function write(text: Text | undefined, level: Text | undefined, user: User, world: World): string {
  const message = text?.evaluate(user) ?? '';
  const where = level?.evaluate(user).toUpperCase() ?? '';
  if (where.startsWith('OUT')) {
    console.log(`${new Date().toString()} ${user.name} : ${message}`);
  } else if (where.startsWith('ERR')) {
    world.log('error', message);
  } else if (where.startsWith('WARN')) {
    world.log('warn', message);
  } else if (!where.startsWith('DEBUG')) {
    world.log('info', message);
  }
  return message;
}
