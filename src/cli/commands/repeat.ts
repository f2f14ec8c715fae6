import { clientOptions, idSentence } from '../client-options.ts';
import type { Command, CommandContext } from '../command.ts';
import { checkOutputFlags, outputFlags } from '../outcome/outputs.ts';
import { runToEnd } from '../run/run-to-end.ts';
import { openRun } from '../service/open-run.ts';
import { resolveGrid } from '../service/resolve-grid.ts';

export const repeat: Command = {
  name: 'repeat',
  summary: 'Runs a run again with the same files and parameters, and watches it.',
  usage: ['ID [--grid <id> | --region <region>] [options]'],
  options: clientOptions,
  flags: {
    grid: { value: 'id', short: 'g', sentence: 'Run on this grid instead.' },
    region: { value: 'region', sentence: 'Run on the newest grid that is up there, else on the shared one.' },
    ...outputFlags,
    detach: { sentence: 'Do not watch: print the id and be done.' },
    'stop-on-interrupt': { sentence: 'Stop the run on SIGINT or SIGTERM when nobody can be asked.' },
  },
  about: idSentence,
  examples: [{ line: 'spate repeat last', does: 'once more' }],
  run,
};

async function run(context: CommandContext): Promise<number> {
  checkOutputFlags(context);
  const { flags } = context;
  const { client, run: found } = await openRun(context, 'repeat ID');
  const grid = flags.grid === undefined ? undefined : (await resolveGrid(flags.grid, client)).uuid;
  const created = await client.runs.repeat(found.uuid, { grid, region: flags.region });
  return runToEnd(context, client, created);
}
