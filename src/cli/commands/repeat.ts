import { clientOptions, idSentence } from '../client-options.ts';
import type { Command, CommandContext } from '../command.ts';
import { checkOutputFlags, outputFlags } from '../outcome/outputs.ts';
import { runToEnd } from '../run/run-to-end.ts';
import { openRun } from '../service/open-run.ts';
import { resolveGrid } from '../service/resolve-grid.ts';

export const repeat: Command = {
  name: 'repeat',
  summary: 'Repeat a run with the same files and parameters, and watch it.',
  usage: ['ID [--grid <id> | --region <region>] [options]'],
  options: clientOptions,
  flags: {
    grid: { value: 'id', short: 'g', sentence: 'Use this grid instead.' },
    region: {
      value: 'region',
      sentence: 'Use the newest running grid of this region, or the shared grid if there is none.',
    },
    ...outputFlags,
    detach: { sentence: 'Print the run id and exit without watching.' },
    'stop-on-interrupt': { sentence: 'Stop the run on SIGINT or SIGTERM if there is no terminal to ask.' },
  },
  about: idSentence,
  examples: [{ line: 'spate repeat last', does: 'repeat the latest run' }],
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
