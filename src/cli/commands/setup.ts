import type { Command, CommandContext } from '../command.ts';
import { ensureSandbox } from '../system/ensure-sandbox.ts';
import { noteLacking } from '../system/note-lacking.ts';

export const setup: Command = {
  name: 'setup',
  summary:
    'Installs what the service and its nodes cannot run without: the packages, and as root bubblewrap.',
  usage: [''],
  about:
    'Both "serve" and "agent" do the same by themselves, where they may. A unit of systemd that runs them as another user calls this as root before.',
  options: ['sandbox'],
  flags: {},
  examples: [{ line: 'sudo npx spate setup', does: 'before a service of another user' }],
  run,
};

/** The packages are there already: bin/spate.mjs has installed them. */
async function run({ config, terminal }: CommandContext): Promise<number> {
  if (config.sandbox) await ensureSandbox(terminal.note);
  const lacking = noteLacking(!config.sandbox);
  if (lacking !== null) terminal.note(lacking);
  return 0;
}
