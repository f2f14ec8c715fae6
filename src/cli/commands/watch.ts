import { clientOptions, idSentence } from '../client-options.ts';
import type { Command, CommandContext } from '../command.ts';
import { checkOutputFlags, outputFlags } from '../outcome/outputs.ts';
import { runToEnd } from '../run/run-to-end.ts';
import { openRun } from '../service/open-run.ts';

export const watch: Command = {
  name: 'watch',
  summary: 'Watch a run live until it finishes, then print the report.',
  usage: ['ID [options]'],
  options: clientOptions,
  flags: {
    ...outputFlags,
    'stop-on-interrupt': { sentence: 'Stop the run on SIGINT or SIGTERM if there is no terminal to ask.' },
  },
  about: idSentence,
  examples: [
    { line: 'spate watch last', does: 'watch the latest run' },
    { line: 'spate watch k3Xw --junit result.xml', does: 'watch a run started with --detach' },
  ],
  run: start,
};

async function start(context: CommandContext): Promise<number> {
  checkOutputFlags(context);
  const { client, run } = await openRun(context, 'watch ID');
  return runToEnd(context, client, run);
}
