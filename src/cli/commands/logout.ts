import type { Command, CommandContext } from '../command.ts';
import { removeLogin } from '../service/login-file.ts';

export const logout: Command = {
  name: 'logout',
  summary: 'Forgets what login has kept.',
  usage: [''],
  options: [],
  flags: {},
  examples: [{ line: 'spate logout', does: 'the token itself stays valid; spate tokens rm revokes it' }],
  run,
};

async function run({ env, terminal }: CommandContext): Promise<number> {
  terminal.note((await removeLogin(env)) ? 'Logged out.' : 'Nobody was logged in.');
  return 0;
}
