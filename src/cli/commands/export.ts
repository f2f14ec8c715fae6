import { CliError } from '../cli-error.ts';
import { clientOptions, idSentence } from '../client-options.ts';
import type { Command, CommandContext } from '../command.ts';
import { openRun } from '../service/open-run.ts';
import { saveResponse } from '../service/save-response.ts';

export const exportRun: Command = {
  name: 'export',
  summary: 'Download a finished run as one signed file for other services.',
  usage: ['ID [-o <file>]'],
  options: clientOptions,
  flags: {
    output: {
      value: 'file',
      short: 'o',
      sentence: 'A file, or - for standard output. Default: <id>.spate-run.tar.gz.',
    },
  },
  about: `The file has the plan, settings, roll-ups, receipt, verdict and annotations, but no secrets. ${idSentence}`,
  examples: [{ line: 'spate export last', does: 'write the latest run to a file' }],
  run,
};

async function run(context: CommandContext): Promise<number> {
  const { client, run: found } = await openRun(context, 'export ID');
  if (found.status !== 'finished')
    throw new CliError(`Run ${found.uuid} is not finished.`, `Wait for it: spate watch ${found.uuid}`);
  const path = context.flags.output ?? `${found.uuid}.spate-run.tar.gz`;
  await saveResponse(await client.runs.runFile(found.uuid), path, { terminal: context.terminal });
  return 0;
}
