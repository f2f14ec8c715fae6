import type { RunDetailsInput } from '../../contract/inputs.ts';
import { CliError } from '../cli-error.ts';
import { clientOptions, idSentence } from '../client-options.ts';
import type { Command, CommandContext } from '../command.ts';
import { jsonFlag } from '../json-flag.ts';
import { openRun } from '../service/open-run.ts';

export const edit: Command = {
  name: 'edit',
  summary: 'Edit the name, notes and tags of a run.',
  usage: ['ID [--name <text>] [--notes <text>] [--tag <tag> …]'],
  options: clientOptions,
  flags: {
    name: {
      value: 'text',
      short: 'n',
      mayBeEmpty: true,
      sentence: 'New name; an empty string removes it.',
    },
    notes: { value: 'text', mayBeEmpty: true, sentence: 'New notes; an empty string removes them.' },
    tag: {
      value: 'tag',
      isRepeatable: true,
      mayBeEmpty: true,
      sentence: 'Tag. The given tags replace the existing ones; an empty string removes all.',
    },
    json: jsonFlag,
  },
  about: idSentence,
  examples: [
    { line: `spate edit last --name 'Release 42' --tag release --tag main`, does: 'set name and tags' },
    { line: `spate edit k3Xw --notes 'The cache was cold.'`, does: 'set notes' },
  ],
  run,
};

async function run(context: CommandContext): Promise<number> {
  const { terminal, flags } = context;
  const details = readDetails(context);
  const { client, run: found } = await openRun(context, 'edit ID --name <text>');
  const changed = await client.runs.change(found.uuid, details);
  if (flags.json !== undefined) terminal.say(JSON.stringify(changed, null, 2));
  else terminal.note(`Run ${found.uuid} updated: ${changed.permalink}`);
  return 0;
}

/** Throws if no change is given. */
function readDetails({ flags, lists }: CommandContext): RunDetailsInput {
  const { name, notes } = flags;
  const tags = lists.tag?.flatMap((tag) => tag.split(',')).filter((tag) => tag.trim() !== '');
  if (name === undefined && notes === undefined && tags === undefined)
    throw new CliError('No changes given.', 'Use --name, --notes or --tag.');
  return {
    ...(name !== undefined && { name }),
    ...(notes !== undefined && { notes }),
    ...(tags && { tag_list: tags }),
  };
}
