import type { Command, CommandContext } from '../command.ts';
import { ensureSandbox } from '../system/ensure-sandbox.ts';
import { missingNote } from '../system/missing-note.ts';

export const setup: Command = {
  name: 'setup',
  summary:
    'Install the requirements of the service and its nodes: npm packages, and bubblewrap if run as root.',
  usage: [''],
  about:
    '"serve" and "agent" do the same automatically if they have the permissions. A systemd unit that runs them as another user calls this command as root first.',
  options: ['sandbox'],
  flags: {},
  examples: [{ line: 'sudo spate setup', does: 'before starting a service as another user' }],
  run,
};

/** bin/spate.mjs has already installed the npm packages. */
async function run({ config, terminal }: CommandContext): Promise<number> {
  if (config.sandbox) await ensureSandbox(terminal.note);
  const lacking = missingNote(!config.sandbox);
  if (lacking !== null) terminal.note(lacking);
  return 0;
}
