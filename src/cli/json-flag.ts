import type { CommandContext, OwnFlag } from './command.ts';
import { renderTable } from './render/table.ts';

export const jsonFlag: OwnFlag = { sentence: 'Print one JSON document, for scripts.' };

/** Standard output gets the list with --json, else a table; where nothing is in it, people are told. */
export function sayListOr<T>(
  { flags, terminal }: Pick<CommandContext, 'flags' | 'terminal'>,
  list: readonly T[],
  { headings, row, ifEmpty }: { headings: readonly string[]; row: (one: T) => string[]; ifEmpty: string },
): void {
  if (flags.json !== undefined) terminal.say(JSON.stringify(list, null, 2));
  else if (list.length === 0) terminal.note(ifEmpty);
  else terminal.say(renderTable(headings, list.map(row)));
}

/** Standard output gets the document with --json, else what people read. */
export function sayJsonOr(
  { flags, terminal }: Pick<CommandContext, 'flags' | 'terminal'>,
  document: unknown,
  sayText: () => void,
): void {
  if (flags.json === undefined) sayText();
  else terminal.say(JSON.stringify(document, null, 2));
}
