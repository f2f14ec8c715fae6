import { stripVTControlCharacters } from 'node:util';

export type Align = 'left' | 'right';

/** Aligned columns with a rule below the headings. Cells may contain colour codes. */
export function renderTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  align: readonly Align[] = [],
): string {
  const lines = [headings, ...rows];
  const widths = headings.map((_, column) => Math.max(...lines.map((cells) => widthOf(cells[column] ?? ''))));
  const rule = widths.map((width) => '─'.repeat(width));
  const [first = [], ...rest] = lines.map((cells) =>
    widths.map((width, column) => {
      const cell = cells[column] ?? '';
      const blanks = ' '.repeat(width - widthOf(cell));
      return align[column] === 'right' ? blanks + cell : cell + blanks;
    }),
  );
  return [first, rule, ...rest].map((cells) => cells.join('  ').trimEnd()).join('\n');
}

function widthOf(cell: string): number {
  return stripVTControlCharacters(cell).length;
}
