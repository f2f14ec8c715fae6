import { clientOptions, idSentence } from '../client-options.ts';
import type { Command, CommandContext } from '../command.ts';
import { openRun } from '../service/open-run.ts';

export const stop: Command = {
  name: 'stop',
  summary: 'Stop a run and wait until it has finished.',
  usage: ['ID [--json]'],
  options: clientOptions,
  flags: { json: { sentence: 'Print the finished run as JSON.' } },
  about: idSentence,
  examples: [
    { line: 'spate stop last && spate report last', does: 'stop the latest run and show its report' },
  ],
  run,
};

async function run(context: CommandContext): Promise<number> {
  const { flags, terminal } = context;
  const { client, run: found } = await openRun(context, 'stop ID');
  if (found.status !== 'finished') terminal.note(`Stopping ${found.uuid}.`);
  const finished = found.status === 'finished' ? found : await client.runs.stop(found.uuid);
  if (flags.json !== undefined) terminal.say(JSON.stringify(finished, null, 2));
  else if (found.status === 'finished') terminal.note(`Run ${found.uuid} has already finished.`);
  else terminal.note(`Run ${found.uuid} finished: ${finished.permalink}`);
  return 0;
}
