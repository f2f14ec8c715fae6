import { scopeNames, scopeWords } from '../../contract/scope-words.ts';
import { CliError } from '../cli-error.ts';
import { clientOptions } from '../client-options.ts';
import type { Command, CommandContext } from '../command.ts';
import { jsonFlag, sayJsonOr, sayListOr } from '../json-flag.ts';
import { readEnd } from '../read-end.ts';
import { moment } from '../render/moment.ts';
import { readScopes } from '../scopes.ts';
import { openClient } from '../service/open-client.ts';
import { onlyArgument, readId, runVerb } from '../verbs.ts';

export const tokens: Command = {
  name: 'tokens',
  summary: 'Lists, makes and revokes tokens of yours.',
  usage: [
    '[ls]',
    'new <name> [--scope <scope>]… [--project <name>] [--expires <time or day>]',
    'revoke <id or name>',
  ],
  about: `Scopes:\n${scopeNames.map((scope) => `  ${scope.padEnd(5)}  ${scopeWords[scope]}`).join('\n')}`,
  verbs: ['ls', 'new', 'revoke'],
  options: clientOptions,
  flags: {
    scope: {
      value: 'scope',
      isRepeatable: true,
      suggests: scopeNames,
      sentence: 'What the new token may do. Default: all that you may.',
    },
    project: { value: 'name', sentence: 'The only project it is good for. Default: all.' },
    expires: {
      value: 'time',
      sentence: 'When it ends: in 90d, or on a day such as 2027-01-31. Default: when it is revoked.',
    },
    json: jsonFlag,
  },
  examples: [
    {
      line: 'spate tokens new ci --scope read --scope run --expires 90d',
      does: 'a token for your pipeline; it is shown once',
    },
    { line: 'spate tokens new shop --project Shop', does: 'for one project only' },
    { line: 'spate tokens revoke ci', does: 'it stops working at once' },
  ],
  // add and rm: as these were called first.
  run: (context) => runVerb(context, 'tokens', { ls, new: make, revoke, add: make, rm: revoke }),
};

async function ls(context: CommandContext): Promise<number> {
  const { tokens } = await openClient(context.config, context.env);
  const list = (await tokens.list())._embedded.tokens;
  sayListOr(context, list, {
    headings: ['id', 'user', 'name', 'scopes', 'project', 'made (UTC)', 'last used (UTC)', 'ends (UTC)'],
    row: (token) => [
      String(token.id),
      String(token.user_id),
      token.primary ? `${token.name} (primary)` : token.name,
      token.scopes.join(','),
      token.project ?? 'all',
      moment(token.created_at),
      moment(token.last_used_at, 'never'),
      moment(token.expires_at, 'never'),
    ],
    ifEmpty: 'There is no token. spate tokens new ci makes one.',
  });
  return 0;
}

async function make(context: CommandContext, args: readonly string[]): Promise<number> {
  const { config, env, flags, lists, terminal } = context;
  const name = onlyArgument(args, 'tokens new <name>');
  const scopes = readScopes(lists.scope);
  const end = flags.expires === undefined ? null : readEnd(flags.expires, '--expires', new Date());
  const { tokens } = await openClient(config, env);
  const made = await tokens.add({
    name,
    ...(scopes && { scopes }),
    ...(flags.project !== undefined && { project: flags.project }),
    ...(end && { expires_at: end.toISOString() }),
  });
  terminal.note(`Token ${made.id} (${made.name}) is made. It is shown this once:`);
  sayJsonOr(context, made, () => terminal.say(made.secret));
  return 0;
}

async function revoke(context: CommandContext, args: readonly string[]): Promise<number> {
  const { config, env, terminal } = context;
  const which = onlyArgument(args, 'tokens revoke <id or name>');
  const { tokens } = await openClient(config, env);
  const id = /^\d+$/.test(which)
    ? readId(which, 'tokens revoke <id>')
    : idOf(which, (await tokens.list())._embedded.tokens);
  await tokens.remove(id);
  sayJsonOr(context, { removed: id }, () => terminal.note(`Token ${id} is revoked.`));
  return 0;
}

function idOf(name: string, list: readonly { id: number; name: string }[]): number {
  const [found, ...others] = list.filter((token) => token.name === name);
  if (found === undefined) throw new CliError(`There is no token ${name}.`, 'spate tokens lists them.');
  if (others.length === 0) return found.id;
  const ids = [found, ...others].map(({ id }) => id).join(', ');
  throw new CliError(`Several tokens are called ${name}.`, `Give the id of one: ${ids}.`);
}
