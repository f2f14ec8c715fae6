import type { Command, CommandContext } from '../command.ts';
import { type Login, readLogin, removeLogin, withLoginLocked } from '../service/login-file.ts';
import { revokeGrant } from '../service/oauth-calls.ts';
import { trustCa } from '../service/trust.ts';

export const logout: Command = {
  name: 'logout',
  summary: 'Ends what login has begun, here and at the service.',
  usage: [''],
  about:
    'A token that you gave to login stays valid, since others may use it; "spate tokens revoke" ends it.',
  options: [],
  flags: {},
  examples: [{ line: 'spate logout', does: 'the login is worthless from now on' }],
  run,
};

async function run({ env, terminal }: CommandContext): Promise<number> {
  return withLoginLocked(env, async () => {
    // A damaged file can still be thrown away.
    const login = await readLogin(env, terminal.note).catch(() => null);
    const problem = login === null ? undefined : await end(login);
    if (!(await removeLogin(env))) {
      terminal.note('Nobody was logged in.');
      return 0;
    }
    terminal.note('Logged out.');
    if (problem === undefined) return 0;
    terminal.note(
      `The service could not be told: ${problem} There the login ends by itself after 30 days without use; an owner can end it at once.`,
    );
    return 1;
  });
}

/** What it was refused with, if it was. */
async function end({ url, ca, token, renewal }: Login): Promise<string | undefined> {
  if (renewal === null) return undefined;
  if (ca !== null) trustCa(ca);
  try {
    await revokeGrant(url, renewal.refreshToken);
    await revokeGrant(url, token);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
