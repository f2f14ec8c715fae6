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
  summary: 'List, check and remove cloud credentials, and print the policy that they need.',
  usage: [
    '[ls]',
    'add aws --arn <arn> [--description <text>]',
    'add aws --access-key-id <id> --secret-file <file> [--description <text>]',
    'add azure --tenant <id> --client <id> --subscription <id> --secret-file <file> [--description <text>]',
    'policy [--trust | --provider azure]',
    'rm <id>',
  ],
  verbs: ['ls', 'add', 'policy', 'rm'],
  options: clientOptions,
  flags: {
    arn: { value: 'arn', sentence: 'AWS: ARN of the role to assume.' },
    'access-key-id': { value: 'id', sentence: 'AWS: access key id.' },
    tenant: { value: 'id', sentence: 'Azure: id of the tenant (directory).' },
    client: { value: 'id', sentence: 'Azure: id of the client (application).' },
    subscription: { value: 'id', sentence: 'Azure: id of the subscription that grids run in.' },
    'secret-file': {
      value: 'file',
      sentence: 'File with the secret access key or client secret; - reads standard input.',
    },
    provider: { value: 'cloud', sentence: 'With policy, the cloud: aws (default) or azure.' },
    role: {
      value: 'role',
      sentence: 'Minimum role of users who start grids with it: member (default) or owner.',
    },
    trust: { sentence: 'With policy, print the trust policy of a role of AWS for this service.' },
    description: { value: 'text', sentence: 'Description, shown in lists.' },
    json: jsonFlag,
  },
  examples: [
    {
      line: 'spate credentials add aws --access-key-id AKIA… --secret-file -',
      does: 'read the secret from standard input',
    },
    { line: 'spate credentials policy > policy.json', does: 'the least privilege that a credential needs' },
    {
      line: 'spate credentials policy --provider azure > role.json',
      does: 'a custom role for "az role definition create"',
    },
  ],
  run: (context) => runVerb(context, 'credentials', { ls, add, policy, rm }),
};

async function ls(context: CommandContext): Promise<number> {
  const { credentials } = await openClient(context.config, context.env);
  const list = (await credentials.list())._embedded.credentials;
  sayListOr(context, list, {
    headings: ['id', 'provider', 'account', 'description', 'role, key or client', 'usable by'],
    row: (one) => [
      String(one.id),
      one.provider,
      one.cloud_account ?? '',
      one.description,
      one.arn ?? one.access_key_id ?? one.client_id ?? '',
      one.role === 'owner' ? 'owners' : 'members',
    ],
    ifEmpty: 'No credentials yet. Add one: spate credentials add aws --arn <arn>.',
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
    tenant_id: flags.tenant,
    client_id: flags.client,
    subscription_id: flags.subscription,
    secret: secretFile === undefined ? undefined : await readSecret(secretFile),
    role: readRole(flags.role),
  });
  const kind = added.provider === 'azure' ? 'subscription' : 'account';
  const account = added.cloud_account ? ` for ${added.provider} ${kind} ${added.cloud_account}` : '';
  terminal.note(`Credential added${account}. Its id, for --credential and grid[credential_id]:`);
  sayJsonOr(context, added, () => terminal.say(String(added.id)));
  return 0;
}

function readProvider(given: string): NewCredentialInput['provider'] {
  if (given === 'aws' || given === 'azure') return given;
  throw new CliError(`Unknown provider: ${given}.`, 'Use one of: aws, azure.');
}

function readRole(given: string | undefined): NewCredentialInput['role'] {
  if (given === undefined || given === 'owner' || given === 'member') return given;
  throw new CliError(`Invalid value for --role: "${given}".`, 'Use owner or member.');
}

/** Secrets are not accepted as flags: all users of the machine can read the process list. */
async function readSecret(path: string): Promise<string> {
  try {
    const given = path === '-' ? await text(process.stdin) : await readFile(path, 'utf8');
    return given.trim();
  } catch (error) {
    throw new CliError(`Cannot read the secret: ${(error as Error).message}.`, null, { cause: error });
  }
}

async function policy({ config, env, flags, terminal }: CommandContext): Promise<number> {
  const { credentials } = await openClient(config, env);
  const provider = readProvider(flags.provider ?? 'aws');
  if (provider === 'azure' && flags.trust !== undefined)
    throw new CliError('--trust is for roles of AWS: Azure has no trust policy.');
  const found = await credentials.policy(provider);
  terminal.say(JSON.stringify(flags.trust === undefined ? found.permissions : found.trust, null, 2));
  return 0;
}

async function rm({ config, env, terminal }: CommandContext, args: readonly string[]): Promise<number> {
  const usage = 'credentials rm <id>';
  const id = readId(onlyArgument(args, usage), usage);
  const { credentials } = await openClient(config, env);
  await credentials.remove(id);
  terminal.note(`Credential ${id} removed.`);
  return 0;
}
