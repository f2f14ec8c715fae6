import type { CommandContext, OwnFlag } from './command.ts';
import { renderTable } from './render/table.ts';

export const jsonFlag: OwnFlag = { sentence: 'Print JSON, for scripts.' };

/** Prints the list as JSON with --json, otherwise as a table; an empty list is a note on standard error. */
export function sayListOr<T>(
  { flags, terminal }: Pick<CommandContext, 'flags' | 'terminal'>,
  list: readonly T[],
  { headings, row, ifEmpty }: { headings: readonly string[]; row: (one: T) => string[]; ifEmpty: string },
): void {
  if (flags.json !== undefined) terminal.say(JSON.stringify(list, null, 2));
  else if (list.length === 0) terminal.note(ifEmpty);
  else terminal.say(renderTable(headings, list.map(row)));
}

/** Prints the document with --json, otherwise text. */
export function sayJsonOr(
  { flags, terminal }: Pick<CommandContext, 'flags' | 'terminal'>,
  document: unknown,
  sayText: () => void,
): void {
  if (flags.json === undefined) sayText();
  else terminal.say(JSON.stringify(document, null, 2));
}
