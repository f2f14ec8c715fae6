import { clientOptions } from '../client-options.ts';
import type { Command, CommandContext } from '../command.ts';
import { jsonFlag, sayJsonOr } from '../json-flag.ts';
import { renderTable } from '../render/table.ts';
import { openClient } from '../service/open-client.ts';
import { onlyArgument, readId, runVerb } from '../verbs.ts';

export const tokens: Command = {
  name: 'tokens',
  summary: 'Lists, makes and revokes tokens of yours.',
  usage: ['[ls]', 'add <name>', 'rm <id>'],
  verbs: ['ls', 'add', 'rm'],
  options: clientOptions,
  flags: { json: jsonFlag },
  examples: [
    { line: 'spate tokens add ci', does: 'a token for your pipeline; it is shown once' },
    { line: 'spate tokens rm 7', does: 'revoke it' },
  ],
  run: (context) => runVerb(context, 'tokens', { ls, add, rm }),
};

async function ls(context: CommandContext): Promise<number> {
  const { tokens } = await openClient(context.config, context.env);
  const list = (await tokens.list())._embedded.tokens;
  const rows = list.map((token) => [
    String(token.id),
    String(token.user_id),
    token.primary ? `${token.name} (primary)` : token.name,
    token.created_at,
    token.last_used_at ?? 'never',
  ]);
  sayJsonOr(context, list, () =>
    context.terminal.say(renderTable(['id', 'user', 'name', 'made', 'last used'], rows)),
  );
  return 0;
}

async function add(context: CommandContext, args: readonly string[]): Promise<number> {
  const { config, env, terminal } = context;
  const name = onlyArgument(args, 'tokens add <name>');
  const { tokens } = await openClient(config, env);
  const added = await tokens.add(name);
  terminal.note(`Token ${added.id} (${added.name}) is made. It is shown this once:`);
  sayJsonOr(context, added, () => terminal.say(added.secret));
  return 0;
}

async function rm(context: CommandContext, args: readonly string[]): Promise<number> {
  const { config, env, terminal } = context;
  const usage = 'tokens rm <id>';
  const id = readId(onlyArgument(args, usage), usage);
  const { tokens } = await openClient(config, env);
  await tokens.remove(id);
  sayJsonOr(context, { removed: id }, () => terminal.note(`Token ${id} is revoked.`));
  return 0;
}
