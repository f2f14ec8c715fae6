import { clientOptions, idSentence } from '../client-options.ts';
import type { Command, CommandContext } from '../command.ts';
import { openClient } from '../service/open-client.ts';
import { resolveRun } from '../service/resolve-run.ts';
import { onlyArgument } from '../verbs.ts';

export const stop: Command = {
  name: 'stop',
  summary: 'Stops a run and waits until it is finished.',
  usage: ['ID [--json]'],
  options: clientOptions,
  flags: { json: { sentence: 'Print the finished run as JSON.' } },
  about: idSentence,
  examples: [
    { line: 'spate stop last && spate report last', does: 'end the latest run and see how far it came' },
  ],
  run,
};

async function run({ args, config, env, flags, terminal }: CommandContext): Promise<number> {
  const client = await openClient(config, env);
  const found = await resolveRun(onlyArgument(args, 'stop ID'), client);
  if (found.status !== 'finished') terminal.note(`Stopping ${found.uuid}.`);
  const finished = found.status === 'finished' ? found : await client.runs.stop(found.uuid);
  if (flags.json !== undefined) terminal.say(JSON.stringify(finished, null, 2));
  else if (found.status === 'finished') terminal.note(`Run ${found.uuid} was finished already.`);
  else terminal.note(`Run ${found.uuid} is finished. Its page: ${finished.permalink}`);
  return 0;
}
