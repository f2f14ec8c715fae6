import { clientOptions, idSentence } from '../client-options.ts';
import type { Command, CommandContext } from '../command.ts';
import { checkOutputFlags, outputFlags } from '../outcome/outputs.ts';
import { runToEnd } from '../run/run-to-end.ts';
import { openClient } from '../service/open-client.ts';
import { resolveRun } from '../service/resolve-run.ts';
import { onlyArgument } from '../verbs.ts';

export const watch: Command = {
  name: 'watch',
  summary: 'Shows a run live until it is finished, then its report.',
  usage: ['ID [options]'],
  options: clientOptions,
  flags: {
    ...outputFlags,
    'stop-on-interrupt': { sentence: 'Stop the run on SIGINT or SIGTERM when nobody can be asked.' },
  },
  about: idSentence,
  examples: [
    { line: 'spate watch last', does: 'the latest run' },
    { line: 'spate watch k3Xw --junit result.xml', does: 'join a run that was started with --detach' },
  ],
  run,
};

async function run(context: CommandContext): Promise<number> {
  checkOutputFlags(context);
  const client = await openClient(context.config, context.env);
  const found = await resolveRun(onlyArgument(context.args, 'watch ID'), client);
  return runToEnd(context, client, found);
}
