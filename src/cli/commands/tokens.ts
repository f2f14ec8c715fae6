import { clientOptions } from '../client-options.ts';
import type { Command, CommandContext } from '../command.ts';
import { renderTable } from '../render/table.ts';
import { openClient } from '../service/open-client.ts';
import { onlyArgument, readId, runVerb } from '../verbs.ts';

export const tokens: Command = {
  name: 'tokens',
  summary: 'Lists, makes and revokes tokens of yours.',
  usage: ['[ls]', 'add <name>', 'rm <id>'],
  verbs: ['ls', 'add', 'rm'],
  options: clientOptions,
  flags: {},
  run: (context) => runVerb(context, 'tokens', { ls, add, rm }),
};

async function ls({ config, env, terminal }: CommandContext): Promise<number> {
  const { tokens } = await openClient(config, env);
  const rows = (await tokens.list())._embedded.tokens.map((token) => [
    String(token.id),
    String(token.user_id),
    token.primary ? `${token.name} (primary)` : token.name,
    token.created_at,
    token.last_used_at ?? 'never',
  ]);
  terminal.say(renderTable(['id', 'user', 'name', 'made', 'last used'], rows));
  return 0;
}

async function add({ config, env, terminal }: CommandContext, args: readonly string[]): Promise<number> {
  const name = onlyArgument(args, 'tokens add <name>');
  const { tokens } = await openClient(config, env);
  const added = await tokens.add(name);
  terminal.note(`Token ${added.id} (${added.name}) is made. It is shown this once:`);
  terminal.say(added.secret);
  return 0;
}

async function rm({ config, env, terminal }: CommandContext, args: readonly string[]): Promise<number> {
  const usage = 'tokens rm <id>';
  const id = readId(onlyArgument(args, usage), usage);
  const { tokens } = await openClient(config, env);
  await tokens.remove(id);
  terminal.note(`Token ${id} is revoked.`);
  return 0;
}
