import { scopeNames, scopeWords } from '../../contract/scope-words.ts';
import { CliError } from '../cli-error.ts';
import { clientOptions } from '../client-options.ts';
import type { Command, CommandContext } from '../command.ts';
import { jsonFlag, sayJsonOr, sayListOr } from '../json-flag.ts';
import { parseExpiry } from '../parse-expiry.ts';
import { moment } from '../render/moment.ts';
import { readScopes } from '../scopes.ts';
import { openClient } from '../service/open-client.ts';
import { onlyArgument, readId, runVerb } from '../verbs.ts';

export const tokens: Command = {
  name: 'tokens',
  summary: 'List, create and revoke API tokens.',
  usage: [
    '[ls]',
    'new <name> [--scope <scope>]… [--project <name>] [--expires <time or day>]',
    'revoke <id or name>',
  ],
  about: `Scopes:\n${scopeNames.map((scope) => `  ${scope.padEnd(7)}  ${scopeWords[scope]}`).join('\n')}`,
  verbs: ['ls', 'new', 'revoke'],
  options: clientOptions,
  flags: {
    scope: {
      value: 'scope',
      isRepeatable: true,
      suggests: scopeNames,
      sentence: 'Scope of the new token. Default: all scopes of your role.',
    },
    project: { value: 'name', sentence: 'Restrict the token to this project. Default: all.' },
    expires: {
      value: 'time',
      sentence: 'Expiry, as a duration such as 90d or a date such as 2027-01-31. Default: none.',
    },
    json: jsonFlag,
  },
  examples: [
    {
      line: 'spate tokens new ci --scope read --scope run --expires 90d',
      does: 'a token for a pipeline; it is shown once',
    },
    { line: 'spate tokens new shop --project Shop', does: 'restricted to one project' },
    { line: 'spate tokens revoke ci', does: 'revoke it immediately' },
  ],
  // add and rm are former names.
  run: (context) => runVerb(context, 'tokens', { ls, new: make, revoke, add: make, rm: revoke }),
};

async function ls(context: CommandContext): Promise<number> {
  const { tokens } = await openClient(context.config, context.env);
  const list = (await tokens.list())._embedded.tokens;
  sayListOr(context, list, {
    headings: [
      'id',
      'user',
      'name',
      'scopes',
      'project',
      'created (UTC)',
      'last used (UTC)',
      'expires (UTC)',
    ],
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
    drops: ['created (UTC)', 'last used (UTC)'],
    ifEmpty: 'No tokens yet. Create one: spate tokens new ci.',
  });
  return 0;
}

async function make(context: CommandContext, args: readonly string[]): Promise<number> {
  const { config, env, flags, lists, terminal } = context;
  const name = onlyArgument(args, 'tokens new <name>');
  const scopes = readScopes(lists.scope);
  const end = flags.expires === undefined ? null : parseExpiry(flags.expires, '--expires', new Date());
  const { tokens } = await openClient(config, env);
  const made = await tokens.add({
    name,
    ...(scopes && { scopes }),
    ...(flags.project !== undefined && { project: flags.project }),
    ...(end && { expires_at: end.toISOString() }),
  });
  terminal.note(`Token ${made.id} (${made.name}) created. Copy it now; it is not shown again:`);
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
  sayJsonOr(context, { removed: id }, () => terminal.note(`Token ${id} revoked.`));
  return 0;
}

function idOf(name: string, list: readonly { id: number; name: string }[]): number {
  const [found, ...others] = list.filter((token) => token.name === name);
  if (found === undefined) throw new CliError(`Token not found: ${name}.`, 'List tokens with: spate tokens');
  if (others.length === 0) return found.id;
  const ids = [found, ...others].map(({ id }) => id).join(', ');
  throw new CliError(`Several tokens are named ${name}.`, `Use the id: ${ids}.`);
}
