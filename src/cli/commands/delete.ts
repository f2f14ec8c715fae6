import { askLine } from '../ask.ts';
import { CliError } from '../cli-error.ts';
import { clientOptions, idSentence } from '../client-options.ts';
import type { Command, CommandContext } from '../command.ts';
import { openRun } from '../service/open-run.ts';

export const deleteRun: Command = {
  name: 'delete',
  summary: 'Delete a finished run with its results, files and archives.',
  usage: ['ID [--yes]'],
  options: clientOptions,
  flags: { yes: { short: 'y', sentence: 'Skip the confirmation; required without a terminal.' } },
  about: idSentence,
  examples: [
    { line: 'spate delete k3Xw', does: 'with confirmation' },
    { line: 'spate delete last --yes', does: 'in a script' },
  ],
  run,
};

async function run(context: CommandContext): Promise<number> {
  const { flags, terminal } = context;
  if (flags.yes === undefined && !terminal.canAsk)
    throw new CliError('Deleting a run requires confirmation.', 'Without a terminal, use --yes.');
  const { client, run: found } = await openRun(context, 'delete ID');
  const name = found.name === null ? found.uuid : `${found.uuid} (${found.name})`;
  if (flags.yes === undefined) {
    const answer = await askLine(`Delete run ${name}? This cannot be undone. [y/N] `);
    if (!/^y(es)?$/i.test(answer)) throw new CliError('Nothing was deleted.');
  }
  await client.runs.remove(found.uuid);
  terminal.note(`Run ${name} deleted.`);
  return 0;
}
