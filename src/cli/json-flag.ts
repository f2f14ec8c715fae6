import type { CommandContext, OwnFlag } from './command.ts';
import { lineWidth, renderTable } from './render/table.ts';

export const jsonFlag: OwnFlag = { sentence: 'Print JSON, for scripts.' };

interface List<T> {
  headings: readonly string[];
  row: (one: T) => string[];
  ifEmpty: string;
  /** Headings of columns that are left out, in this order, if the terminal is too narrow. */
  drops?: readonly string[];
}

/**
 * Prints the list as JSON with --json, otherwise as a table that fits the terminal: all texts but ids, addresses and times are
 * shortened if needed. An empty list is a note on standard error.
 */
export function sayListOr<T>(
  { flags, terminal }: Pick<CommandContext, 'flags' | 'terminal'>,
  list: readonly T[],
  { headings, row, ifEmpty, drops = [] }: List<T>,
): void {
  if (flags.json !== undefined) terminal.say(JSON.stringify(list, null, 2));
  else if (list.length === 0) terminal.note(ifEmpty);
  else
    terminal.say(
      renderTable(headings, list.map(row), [], {
        most: lineWidth(terminal.columns),
        shrinks: [...headings.keys()].filter(
          (column) => !/\bid$|^email$|\(UTC\)$/.test(headings[column] ?? ''),
        ),
        drops: drops.map((heading) => headings.indexOf(heading)),
      }),
    );
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
