import { nearest } from '../lib/nearest.ts';
import { CliError } from './cli-error.ts';
import type { CommandContext } from './command.ts';

/** A function without the second parameter takes no arguments. */
export type Verb = (context: CommandContext, args: readonly string[]) => Promise<number>;

/** For commands such as `users invite …`: runs the second-level command; `ls` by default. */
export function runVerb(
  context: CommandContext,
  name: string,
  verbs: Readonly<Record<string, Verb>>,
): Promise<number> {
  const [word = 'ls', ...args] = context.args;
  const verb = Object.hasOwn(verbs, word) ? verbs[word] : undefined;
  if (verb && verb.length < 2 && args.length > 0)
    throw new CliError(`Unexpected argument: ${args[0]}.`, `Show help with: spate ${name} --help`);
  if (verb) return verb(context, args);
  const meant = nearest(word, Object.keys(verbs));
  throw new CliError(
    `Unknown command: spate ${name} ${word}.`,
    meant ? `Did you mean "spate ${name} ${meant}"?` : `Use one of: ${Object.keys(verbs).join(', ')}.`,
  );
}

/** The only argument. Throws CliError if there are none or several. */
export function onlyArgument(args: readonly string[], usage: string): string {
  const [only, ...rest] = args;
  if (only === undefined || rest.length > 0)
    throw new CliError('Exactly one argument is required.', `Usage: spate ${usage}`);
  return only;
}

export function readId(text: string, usage: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new CliError(`Invalid id: "${text}".`, `Usage: spate ${usage}`);
}
