import { nearest } from '../lib/nearest.ts';
import { CliError } from './cli-error.ts';
import type { CommandContext } from './command.ts';

export type Verb = (context: CommandContext, args: readonly string[]) => Promise<number>;

/** For commands such as `users invite …`: runs what the first word names; without a word, `ls`. */
export function runVerb(
  context: CommandContext,
  name: string,
  verbs: Readonly<Record<string, Verb>>,
): Promise<number> {
  const [word = 'ls', ...args] = context.args;
  const verb = Object.hasOwn(verbs, word) ? verbs[word] : undefined;
  if (verb) return verb(context, args);
  const meant = nearest(word, Object.keys(verbs));
  throw new CliError(
    `spate ${name} cannot "${word}".`,
    meant ? `Did you mean "spate ${name} ${meant}"?` : `It can: ${Object.keys(verbs).join(', ')}.`,
  );
}

/** The one argument that a verb takes. */
export function onlyArgument(args: readonly string[], usage: string): string {
  const [only, ...rest] = args;
  if (only === undefined || rest.length > 0)
    throw new CliError('One argument is needed here.', `spate ${usage}`);
  return only;
}

export function readId(text: string, usage: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new CliError(`"${text}" is no id.`, `spate ${usage}`);
}
