import type { Client } from '../../contract/client.ts';
import type { RunResource } from '../../contract/resources/run.ts';
import type { CommandContext } from '../command.ts';
import { onlyArgument } from '../verbs.ts';
import { openClient } from './open-client.ts';
import { resolveRun } from './resolve-run.ts';

/** For commands with one run as the argument. */
export async function openRun(
  { args, config, env }: CommandContext,
  usage: string,
): Promise<{ client: Client; run: RunResource }> {
  const text = onlyArgument(args, usage);
  const client = await openClient(config, env);
  return { client, run: await resolveRun(text, client) };
}
