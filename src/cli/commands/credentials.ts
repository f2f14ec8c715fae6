import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { NewCredentialInput } from '../../contract/inputs.ts';
import { CliError } from '../cli-error.ts';
import { clientOptions } from '../client-options.ts';
import type { Command, CommandContext } from '../command.ts';
import { jsonFlag, sayJsonOr, sayListOr } from '../json-flag.ts';
import { openClient } from '../service/open-client.ts';
import { onlyArgument, readId, runVerb } from '../verbs.ts';

export const credentials: Command = {
  name: 'credentials',
  summary: 'Lists, adds and removes cloud credentials.',
  usage: [
    '[ls]',
    'add <provider> --arn <arn> [--description <text>]',
    'add <provider> --access-key-id <id> --secret-file <file> [--description <text>]',
    'rm <id>',
  ],
  verbs: ['ls', 'add', 'rm'],
  options: clientOptions,
  flags: {
    arn: { value: 'arn', sentence: 'The role to take on.' },
    'access-key-id': { value: 'id', sentence: 'The id of an access key.' },
    'secret-file': { value: 'file', sentence: 'A file with the key’s secret; - reads standard input.' },
    description: { value: 'text', sentence: 'What people know it by.' },
    json: jsonFlag,
  },
  examples: [
    {
      line: 'spate credentials add aws --access-key-id AKIA… --secret-file -',
      does: 'reads the secret from standard input',
    },
  ],
  run: (context) => runVerb(context, 'credentials', { ls, add, rm }),
};

async function ls(context: CommandContext): Promise<number> {
  const { credentials } = await openClient(context.config, context.env);
  const list = (await credentials.list())._embedded.credentials;
  sayListOr(context, list, {
    headings: ['id', 'provider', 'description', 'role or key'],
    row: (one) => [String(one.id), one.provider, one.description, one.arn ?? one.access_key_id ?? ''],
    ifEmpty: 'There is no credential. spate credentials add aws --arn <arn> adds one.',
  });
  return 0;
}

async function add(context: CommandContext, args: readonly string[]): Promise<number> {
  const { config, env, flags, terminal } = context;
  const provider = readProvider(onlyArgument(args, 'credentials add <provider> …'));
  const secretFile = flags['secret-file'];
  const { credentials } = await openClient(config, env);
  const added = await credentials.add({
    provider,
    description: flags.description,
    arn: flags.arn,
    access_key_id: flags['access-key-id'],
    secret: secretFile === undefined ? undefined : await readSecret(secretFile),
  });
  terminal.note(`The credential is added. Its id, for grid[credential_id]:`);
  sayJsonOr(context, added, () => terminal.say(String(added.id)));
  return 0;
}

function readProvider(given: string): NewCredentialInput['provider'] {
  if (given === 'aws' || given === 'azure') return given;
  throw new CliError(`"${given}" is no cloud that Spate knows.`, 'It knows: aws, azure.');
}

/** Not a flag with the secret itself: everybody on the machine can read the list of processes. */
async function readSecret(path: string): Promise<string> {
  try {
    const given = path === '-' ? await text(process.stdin) : await readFile(path, 'utf8');
    return given.trim();
  } catch (error) {
    throw new CliError(`The secret cannot be read: ${(error as Error).message}.`, null, { cause: error });
  }
}

async function rm({ config, env, terminal }: CommandContext, args: readonly string[]): Promise<number> {
  const usage = 'credentials rm <id>';
  const id = readId(onlyArgument(args, usage), usage);
  const { credentials } = await openClient(config, env);
  await credentials.remove(id);
  terminal.note(`Credential ${id} is removed.`);
  return 0;
}
