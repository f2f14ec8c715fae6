import { askLine } from '../ask.ts';
import { CliError } from '../cli-error.ts';
import { clientOptions, idSentence } from '../client-options.ts';
import type { Command, CommandContext } from '../command.ts';
import { openRun } from '../service/open-run.ts';

export const deleteRun: Command = {
  name: 'delete',
  summary: 'Deletes a finished run with its figures, files and archives.',
  usage: ['ID [--yes]'],
  options: clientOptions,
  flags: { yes: { short: 'y', sentence: 'Do not ask; required where no one can be asked.' } },
  about: idSentence,
  examples: [
    { line: 'spate delete k3Xw', does: 'asks first' },
    { line: 'spate delete last --yes', does: 'in a script' },
  ],
  run,
};

async function run(context: CommandContext): Promise<number> {
  const { flags, terminal } = context;
  if (flags.yes === undefined && !terminal.canAsk)
    throw new CliError('A run is deleted only after a confirmation.', 'In a script, give --yes.');
  const { client, run: found } = await openRun(context, 'delete ID');
  const name = found.name === null ? found.uuid : `${found.uuid} (${found.name})`;
  if (flags.yes === undefined) {
    const answer = await askLine(`Delete run ${name}? This cannot be undone. [y/N] `);
    if (!/^y(es)?$/i.test(answer)) throw new CliError('Nothing was deleted.');
  }
  await client.runs.remove(found.uuid);
  terminal.note(`Run ${name} is deleted.`);
  return 0;
}
