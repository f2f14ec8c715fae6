import type { Client } from '../../contract/client.ts';
import type { RoleInput } from '../../contract/inputs.ts';
import type { UserResource } from '../../contract/resources/account.ts';
import { CliError } from '../cli-error.ts';
import { clientOptions } from '../client-options.ts';
import type { Command, CommandContext } from '../command.ts';
import { jsonFlag, sayJsonOr, sayListOr } from '../json-flag.ts';
import { moment } from '../render/moment.ts';
import { openClient } from '../service/open-client.ts';
import { onlyArgument, runVerb } from '../verbs.ts';

const roles: readonly RoleInput[] = ['owner', 'member', 'viewer'];

export const users: Command = {
  name: 'users',
  summary: 'Lists, invites and removes people, and says what they may do.',
  usage: [
    '[ls]',
    'invite <email> [--role owner|member|viewer]',
    'invited',
    'withdraw <email>',
    'role <id or email> owner|member|viewer',
    'add <email> [--role owner|member|viewer]',
    'reset <id or email>',
    'rm <id or email>',
  ],
  about:
    'Owners do everything; members run load tests, start grids and make tokens of their own; viewers look. invite makes a link by which somebody joins;\n' +
    'add makes somebody at once who has a token and no password, such as a machine.',
  verbs: ['ls', 'invite', 'invited', 'withdraw', 'role', 'add', 'reset', 'rm'],
  options: clientOptions,
  flags: {
    role: {
      value: 'role',
      suggests: roles,
      sentence: 'What a new person may do: owner, member or viewer. Default: member.',
    },
    json: jsonFlag,
  },
  examples: [
    {
      line: 'spate users invite grace@example.com --role viewer',
      does: 'prints the link by which she joins',
    },
    { line: 'spate users role grace@example.com member', does: 'from now on she may start runs' },
    { line: 'spate users reset grace@example.com', does: 'prints a link by which she sets a new password' },
    { line: 'spate users rm grace@example.com', does: 'her browsers and tokens are locked out at once' },
    { line: 'spate users ls --json', does: 'for scripts' },
  ],
  run: (context) => runVerb(context, 'users', { ls, invite, invited, withdraw, role, add, reset, rm }),
};

async function ls(context: CommandContext): Promise<number> {
  const { users } = await openClient(context.config, context.env);
  const list = (await users.list())._embedded.users;
  sayListOr(context, list, {
    headings: ['id', 'email', 'name', 'role', 'added (UTC)', 'last sign-in (UTC)'],
    row: (user) => [
      String(user.id),
      user.email,
      user.name ?? '',
      user.role,
      moment(user.created_at),
      moment(user.current_sign_in_at, 'never'),
    ],
    ifEmpty: 'Nobody is here. spate users invite grace@example.com asks somebody to join.',
  });
  return 0;
}

async function invite(context: CommandContext, args: readonly string[]): Promise<number> {
  const { config, env, flags, terminal } = context;
  const email = onlyArgument(args, 'users invite <email>');
  const as = flags.role === undefined ? 'member' : readRole(flags.role);
  const { invitations } = await openClient(config, env);
  const made = await invitations.add({ email, role: as });
  const mailed = made.mailed ? 'It was sent by mail, too. ' : '';
  terminal.note(
    `${made.email} is invited as ${made.role} until ${moment(made.expires_at)} UTC. ${mailed}The link, for them alone, shown this once:`,
  );
  sayJsonOr(context, made, () => terminal.say(made.link));
  return 0;
}

async function invited(context: CommandContext): Promise<number> {
  const { invitations } = await openClient(context.config, context.env);
  const list = (await invitations.list())._embedded.invitations;
  sayListOr(context, list, {
    headings: ['email', 'as', 'invited by', 'good until (UTC)'],
    row: (one) => [one.email, one.role, one.invited_by, moment(one.expires_at)],
    ifEmpty: 'No invitation is open. spate users invite grace@example.com makes one.',
  });
  return 0;
}

async function withdraw(context: CommandContext, args: readonly string[]): Promise<number> {
  const { config, env, terminal } = context;
  const whom = onlyArgument(args, 'users withdraw <email>');
  const { invitations } = await openClient(config, env);
  const list = (await invitations.list())._embedded.invitations;
  const found = list.find((one) => one.email === whom || String(one.id) === whom);
  if (found === undefined)
    throw new CliError(`No open invitation is for ${whom}.`, 'spate users invited lists them.');
  await invitations.withdraw(found.id);
  sayJsonOr(context, { withdrawn: found.id }, () =>
    terminal.note(`The invitation of ${found.email} is withdrawn.`),
  );
  return 0;
}

async function role(context: CommandContext, args: readonly string[]): Promise<number> {
  const { config, env, terminal } = context;
  const [whom, wanted, ...rest] = args;
  if (whom === undefined || wanted === undefined || rest.length > 0)
    throw new CliError('A person and a role are needed here.', 'spate users role grace@example.com member');
  const as = readRole(wanted);
  const { users } = await openClient(config, env);
  const changed = await users.setRole((await findUser(users, whom)).id, as);
  sayJsonOr(context, changed, () => terminal.note(`${changed.email} is now ${changed.role}.`));
  return 0;
}

async function add(context: CommandContext, args: readonly string[]): Promise<number> {
  const { config, env, flags, terminal } = context;
  const email = onlyArgument(args, 'users add <email>');
  const as = flags.role === undefined ? undefined : readRole(flags.role);
  const { users } = await openClient(config, env);
  const added = await users.add({ email, ...(as && { role: as }) });
  terminal.note(
    `${added.email} (id ${added.id}) is added as ${added.role}. The token, which only they should keep:`,
  );
  sayJsonOr(context, added, () => terminal.say(added.authentication_token ?? ''));
  return 0;
}

function readRole(given: string): RoleInput {
  const found = roles.find((one) => one === given);
  if (found !== undefined) return found;
  throw new CliError(`There is no role "${given}".`, `A user is one of: ${roles.join(', ')}.`);
}

async function reset(context: CommandContext, args: readonly string[]): Promise<number> {
  const { config, env, terminal } = context;
  const whom = onlyArgument(args, 'users reset <id or email>');
  const { users } = await openClient(config, env);
  const made = await users.reset((await findUser(users, whom)).id);
  const mailed = made.mailed ? 'It was sent by mail, too. ' : '';
  terminal.note(
    `By this link ${made.email} sets a new password, until ${moment(made.expires_at)} UTC. ${mailed}It is for them alone and shown this once:`,
  );
  sayJsonOr(context, made, () => terminal.say(made.link));
  return 0;
}

async function rm(context: CommandContext, args: readonly string[]): Promise<number> {
  const { config, env, terminal } = context;
  const whom = onlyArgument(args, 'users rm <id or email>');
  const { users } = await openClient(config, env);
  const found = await findUser(users, whom);
  await users.remove(found.id);
  sayJsonOr(context, { removed: found.id }, () =>
    terminal.note(`${found.email} is removed, with all tokens.`),
  );
  return 0;
}

async function findUser(users: Client['users'], whom: string): Promise<UserResource> {
  const found = (await users.list())._embedded.users.find(
    (user) => String(user.id) === whom || user.email === whom,
  );
  if (found === undefined) throw new CliError(`There is no user ${whom}.`, 'spate users lists them.');
  return found;
}
