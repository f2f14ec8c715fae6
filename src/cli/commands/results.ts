import { clientOptions, idSentence } from '../client-options.ts';
import type { Command, CommandContext } from '../command.ts';
import { openRun } from '../service/open-run.ts';
import { resolveGrid } from '../service/resolve-grid.ts';
import { saveResponse } from '../service/save-response.ts';

export const results: Command = {
  name: 'results',
  summary: 'Download the results of a run as CSV.',
  usage: ['ID [-o <file>] [options]'],
  options: clientOptions,
  flags: {
    output: { value: 'file', short: 'o', sentence: 'Output file. Default: standard output.' },
    grid: { value: 'id', short: 'g', sentence: 'Only results of this grid.' },
    format: {
      value: 'version',
      choices: ['v2', 'v3'],
      sentence: 'v2 or v3; v3 has column names and readable times. Default: v2.',
    },
    json: { sentence: 'Print the rows as a JSON array.' },
  },
  about: idSentence,
  examples: [
    { line: 'spate results last -o result.csv', does: 'write the results of the latest run to a file' },
  ],
  run,
};

async function run(context: CommandContext): Promise<number> {
  const { flags, terminal } = context;
  const { client, run: found } = await openRun(context, 'results ID');
  const grid = flags.grid === undefined ? undefined : (await resolveGrid(flags.grid, client)).uuid;
  const format = flags.format as 'v2' | 'v3' | undefined;
  const response =
    flags.json === undefined
      ? await client.runs.results(found.uuid, { grid_id: grid, format })
      : await client.open(`/runs/${found.uuid}/result.json${grid === undefined ? '' : `?grid_id=${grid}`}`);
  await saveResponse(response, flags.output ?? '-', { terminal });
  return 0;
}
