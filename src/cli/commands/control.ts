import { CliError } from '../cli-error.ts';
import { clientOptions, idSentence } from '../client-options.ts';
import type { Command, CommandContext } from '../command.ts';
import { openRun } from '../service/open-run.ts';

export const control: Command = {
  name: 'control',
  summary: 'Change the load of a running run: its number of users, pause, resume.',
  usage: ['ID [--users <n>] [--pause | --resume]'],
  options: clientOptions,
  flags: {
    users: {
      value: 'n',
      sentence: 'Virtual users per node, for plans with one Thread Group or Concurrency Thread Group.',
    },
    pause: { sentence: 'Start no more samples until the run is resumed. Its duration continues.' },
    resume: { sentence: 'Continue a paused run.' },
    json: { sentence: 'Print the run as JSON.' },
  },
  about: `${idSentence} Runs on Spate's engine can be controlled. Each change is an annotation of the run.`,
  examples: [
    { line: 'spate control last --users 200', does: 'continue with 200 virtual users on each node' },
    { line: 'spate control last --pause', does: 'pause the latest run' },
  ],
  run,
};

async function run(context: CommandContext): Promise<number> {
  const { flags, terminal } = context;
  const change = readChange(flags);
  const { client, run: found } = await openRun(context, 'control ID');
  const changed = await client.runs.control(found.uuid, change);
  if (flags.json !== undefined) {
    terminal.say(JSON.stringify(changed, null, 2));
    return 0;
  }
  const { users = null, paused = false } = changed.live_control ?? {};
  const load = users === null ? 'virtual users as in the plan' : `${users} virtual users per node`;
  terminal.note(`Run ${found.uuid}: ${load}, ${paused ? 'paused' : 'running'}.`);
  return 0;
}

function readChange({ users, pause, resume }: CommandContext['flags']): { users?: number; paused?: boolean } {
  if (pause !== undefined && resume !== undefined)
    throw new CliError('--pause and --resume exclude each other.', 'Use one of them.');
  if (users === undefined && pause === undefined && resume === undefined)
    throw new CliError('There is nothing to change.', 'Use --users <n>, --pause or --resume.');
  if (users !== undefined && !/^[1-9]\d{0,8}$/.test(users))
    throw new CliError(`Invalid value for --users: "${users}".`, 'Use a positive integer.');
  return {
    ...(users !== undefined && { users: Number(users) }),
    ...((pause ?? resume) !== undefined && { paused: pause !== undefined }),
  };
}
