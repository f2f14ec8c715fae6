import { CliError } from '../cli-error.ts';
import { clientOptions } from '../client-options.ts';
import type { Command, CommandContext } from '../command.ts';
import { jsonFlag, sayJsonOr } from '../json-flag.ts';
import { renderTable } from '../render/table.ts';
import { openClient } from '../service/open-client.ts';
import { onlyArgument, runVerb } from '../verbs.ts';

const roles = ['owner', 'member', 'viewer'] as const;
type Role = (typeof roles)[number];

export const users: Command = {
  name: 'users',
  summary: 'Lists, adds and removes users.',
  usage: ['[ls]', 'add <email> [--role owner|member|viewer]', 'rm <id or email>'],
  verbs: ['ls', 'add', 'rm'],
  options: clientOptions,
  flags: {
    role: {
      value: 'role',
      suggests: roles,
      sentence: 'What a new user may do: owner, member or viewer. Default: member.',
    },
    json: jsonFlag,
  },
  examples: [
    {
      line: 'spate users add grace@example.com --role viewer',
      does: 'she may look, but start nothing; prints her token',
    },
    { line: 'spate users ls --json', does: 'for scripts' },
  ],
  run: (context) => runVerb(context, 'users', { ls, add, rm }),
};

async function ls(context: CommandContext): Promise<number> {
  const { users } = await openClient(context.config, context.env);
  const list = (await users.list())._embedded.users;
  const rows = list.map((user) => [
    String(user.id),
    user.email,
    user.role,
    user.created_at,
    user.last_sign_in_at ?? 'never',
  ]);
  sayJsonOr(context, list, () =>
    context.terminal.say(renderTable(['id', 'email', 'role', 'added', 'last sign-in'], rows)),
  );
  return 0;
}

async function add(context: CommandContext, args: readonly string[]): Promise<number> {
  const { config, env, flags, terminal } = context;
  const email = onlyArgument(args, 'users add <email>');
  const { users } = await openClient(config, env);
  const added = await users.add({ email, role: readRole(flags.role) });
  terminal.note(
    `${added.email} (id ${added.id}) is added as ${added.role}. The token, which only they should keep:`,
  );
  sayJsonOr(context, added, () => terminal.say(added.authentication_token ?? ''));
  return 0;
}

function readRole(given: string | undefined): Role | undefined {
  const role = roles.find((one) => one === given);
  if (given !== undefined && role === undefined) {
    throw new CliError(`There is no role "${given}".`, `A user is one of: ${roles.join(', ')}.`);
  }
  return role;
}

async function rm(context: CommandContext, args: readonly string[]): Promise<number> {
  const { config, env, terminal } = context;
  const whom = onlyArgument(args, 'users rm <id or email>');
  const { users } = await openClient(config, env);
  const found = (await users.list())._embedded.users.find(
    (user) => String(user.id) === whom || user.email === whom,
  );
  if (found === undefined) throw new CliError(`There is no user ${whom}.`, 'spate users lists them.');
  await users.remove(found.id);
  sayJsonOr(context, { removed: found.id }, () =>
    terminal.note(`${found.email} is removed, with all tokens.`),
  );
  return 0;
}
