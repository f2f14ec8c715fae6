import type { Command, CommandContext } from '../command.ts';
import { type Login, readLogin, removeLogin, withLoginLocked } from '../service/login-file.ts';
import { revokeGrant } from '../service/oauth-calls.ts';
import { trustCa } from '../service/trust.ts';

export const logout: Command = {
  name: 'logout',
  summary: 'Log out: remove the stored login and revoke it at the service.',
  usage: [''],
  about: 'A token passed to "spate login" stays valid. Revoke it with "spate tokens revoke".',
  options: [],
  flags: {},
  examples: [{ line: 'spate logout', does: 'log out' }],
  run,
};

async function run({ env, terminal }: CommandContext): Promise<number> {
  return withLoginLocked(env, async () => {
    // A corrupt file can still be removed.
    const login = await readLogin(env, terminal.note).catch(() => null);
    const problem = login === null ? undefined : await end(login);
    if (!(await removeLogin(env))) {
      terminal.note('Not logged in.');
      return 0;
    }
    terminal.note('Logged out.');
    if (problem === undefined) return 0;
    terminal.note(
      `Could not revoke the login at the service: ${problem} It expires there after 30 days without use; an owner can revoke it.`,
    );
    return 1;
  });
}

/** The error message, if the revocation failed. */
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
