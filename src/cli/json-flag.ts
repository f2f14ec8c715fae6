import type { CommandContext, OwnFlag } from './command.ts';

export const jsonFlag: OwnFlag = { sentence: 'Print one JSON document, for scripts.' };

/** Standard output gets the document with --json, else what people read. */
export function sayJsonOr(
  { flags, terminal }: Pick<CommandContext, 'flags' | 'terminal'>,
  document: unknown,
  sayText: () => void,
): void {
  if (flags.json === undefined) sayText();
  else terminal.say(JSON.stringify(document, null, 2));
}
