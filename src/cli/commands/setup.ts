import { CliError } from '../cli-error.ts';
import type { Command, CommandContext } from '../command.ts';
import { ensureSandbox } from '../system/ensure-sandbox.ts';
import { canInstall, installCommand, installNeeds, type Say } from '../system/install.ts';
import { missingNote } from '../system/missing-note.ts';
import { listNeeds, missingNeeds, type NeedName } from '../system/needs.ts';

const toolNeeds: readonly NeedName[] = [
  'bubblewrap',
  'java',
  'maven',
  'chromium',
  'chromedriver',
  'firefox',
  'geckodriver',
  'fonts',
];

export const setup: Command = {
  name: 'setup',
  summary:
    'Install the requirements of the service and its nodes: npm packages, and bubblewrap if run as root.',
  usage: ['[--tools]'],
  about:
    '"serve" and "agent" do the same automatically if they have the permissions. A systemd unit that runs them as another user calls this command as root first.',
  options: ['sandbox'],
  flags: {
    tools: {
      sentence:
        'Also install what the tools need: Java, Maven, browsers and their drivers. Requires root and apt-get.',
    },
  },
  examples: [
    { line: 'sudo spate setup', does: 'before starting a service as another user' },
    { line: 'sudo spate setup --tools', does: 'on a machine that runs all tools' },
  ],
  run,
};

/** bin/spate.mjs has already installed the npm packages. */
async function run({ config, flags, terminal }: CommandContext): Promise<number> {
  if (flags.tools !== undefined) await ensureTools(terminal.note);
  else if (config.sandbox) await ensureSandbox(terminal.note);
  const lacking = missingNote(!config.sandbox);
  if (lacking !== null) terminal.note(lacking);
  return 0;
}

async function ensureTools(say: Say): Promise<void> {
  const missing = missingNeeds(toolNeeds);
  if (missing.length === 0) return;
  if (canInstall()) return installNeeds(missing, say);
  const command = installCommand(missing);
  throw new CliError(
    `Missing: ${listNeeds(missing)}.`,
    command === null ? 'Install them with the package manager of this system.' : `Install them: ${command}`,
  );
}
