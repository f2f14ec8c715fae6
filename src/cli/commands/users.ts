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
  summary: 'List, invite and remove users, and change roles.',
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
    'Owners have full access; members run load tests, start grids and create their own tokens; viewers have read-only access.\n' +
    'invite creates a link to join; add creates a user with a token and without a password, such as a machine account.',
  verbs: ['ls', 'invite', 'invited', 'withdraw', 'role', 'add', 'reset', 'rm'],
  options: clientOptions,
  flags: {
    role: {
      value: 'role',
      suggests: roles,
      sentence: 'Role of the new user: owner, member or viewer. Default: member.',
    },
    json: jsonFlag,
  },
  examples: [
    {
      line: 'spate users invite grace@example.com --role viewer',
      does: 'print an invitation link',
    },
    { line: 'spate users role grace@example.com member', does: 'allow a user to start runs' },
    { line: 'spate users reset grace@example.com', does: 'print a password reset link' },
    {
      line: 'spate users rm grace@example.com',
      does: 'remove a user; sessions and tokens stop working immediately',
    },
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
    ifEmpty: 'No users yet. Invite one: spate users invite grace@example.com.',
  });
  return 0;
}

async function invite(context: CommandContext, args: readonly string[]): Promise<number> {
  const { config, env, flags, terminal } = context;
  const email = onlyArgument(args, 'users invite <email>');
  const as = flags.role === undefined ? 'member' : readRole(flags.role);
  const { invitations } = await openClient(config, env);
  const made = await invitations.add({ email, role: as });
  const mailed = made.mailed ? 'It was also sent by e-mail. ' : '';
  terminal.note(
    `Invitation for ${made.email} (${made.role}) created; it expires ${moment(made.expires_at)} UTC. ${mailed}Copy the link now; it is not shown again:`,
  );
  sayJsonOr(context, made, () => terminal.say(made.link));
  return 0;
}

async function invited(context: CommandContext): Promise<number> {
  const { invitations } = await openClient(context.config, context.env);
  const list = (await invitations.list())._embedded.invitations;
  sayListOr(context, list, {
    headings: ['email', 'role', 'invited by', 'expires (UTC)'],
    row: (one) => [one.email, one.role, one.invited_by, moment(one.expires_at)],
    ifEmpty: 'No open invitations. Create one: spate users invite grace@example.com.',
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
    throw new CliError(`No open invitation for ${whom}.`, 'List invitations with: spate users invited');
  await invitations.withdraw(found.id);
  sayJsonOr(context, { withdrawn: found.id }, () =>
    terminal.note(`Invitation for ${found.email} withdrawn.`),
  );
  return 0;
}

async function role(context: CommandContext, args: readonly string[]): Promise<number> {
  const { config, env, terminal } = context;
  const [whom, wanted, ...rest] = args;
  if (whom === undefined || wanted === undefined || rest.length > 0)
    throw new CliError('A user and a role are required.', 'Usage: spate users role grace@example.com member');
  const as = readRole(wanted);
  const { users } = await openClient(config, env);
  const changed = await users.setRole((await findUser(users, whom)).id, as);
  sayJsonOr(context, changed, () => terminal.note(`Role of ${changed.email}: ${changed.role}.`));
  return 0;
}

async function add(context: CommandContext, args: readonly string[]): Promise<number> {
  const { config, env, flags, terminal } = context;
  const email = onlyArgument(args, 'users add <email>');
  const as = flags.role === undefined ? undefined : readRole(flags.role);
  const { users } = await openClient(config, env);
  const added = await users.add({ email, ...(as && { role: as }) });
  terminal.note(
    `User ${added.email} (id ${added.id}, ${added.role}) added. Copy the token now; it is not shown again:`,
  );
  sayJsonOr(context, added, () => terminal.say(added.authentication_token ?? ''));
  return 0;
}

function readRole(given: string): RoleInput {
  const found = roles.find((one) => one === given);
  if (found !== undefined) return found;
  throw new CliError(`Unknown role: "${given}".`, `Use one of: ${roles.join(', ')}.`);
}

async function reset(context: CommandContext, args: readonly string[]): Promise<number> {
  const { config, env, terminal } = context;
  const whom = onlyArgument(args, 'users reset <id or email>');
  const { users } = await openClient(config, env);
  const made = await users.reset((await findUser(users, whom)).id);
  const mailed = made.mailed ? 'It was also sent by e-mail. ' : '';
  terminal.note(
    `Password reset link for ${made.email} created; it expires ${moment(made.expires_at)} UTC. ${mailed}Copy it now; it is not shown again:`,
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
    terminal.note(`User ${found.email} removed, with all tokens.`),
  );
  return 0;
}

async function findUser(users: Client['users'], whom: string): Promise<UserResource> {
  const found = (await users.list())._embedded.users.find(
    (user) => String(user.id) === whom || user.email === whom,
  );
  if (found === undefined) throw new CliError(`User not found: ${whom}.`, 'List users with: spate users');
  return found;
}
