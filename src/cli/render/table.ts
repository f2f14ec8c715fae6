import { stripVTControlCharacters } from 'node:util';

export type Align = 'left' | 'right';

export interface TableWidth {
  /** Characters of a line. */
  most: number;
  /** Columns whose texts are shortened if the table is wider. */
  shrinks: readonly number[];
}

/** A shortened column keeps at least this many characters. */
const leastWidth = 12;

/** Aligned columns with a rule below the headings. Cells may contain colour codes, apart from those that are shortened. */
export function renderTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  align: readonly Align[] = [],
  width?: TableWidth,
): string {
  const lines = [headings, ...rows];
  const widths = headings.map((_, column) => Math.max(...lines.map((cells) => widthOf(cells[column] ?? ''))));
  if (width) shrink(widths, width);
  const rule = widths.map((each) => '─'.repeat(each));
  const [first = [], ...rest] = lines.map((cells) =>
    widths.map((each, column) => {
      const cell = shorten(cells[column] ?? '', each);
      const blanks = ' '.repeat(each - widthOf(cell));
      return align[column] === 'right' ? blanks + cell : cell + blanks;
    }),
  );
  return [first, rule, ...rest].map((cells) => cells.join('  ').trimEnd()).join('\n');
}

/** The widest column is shortened first. */
function shrink(widths: number[], { most, shrinks }: TableWidth): void {
  const total = () => widths.reduce((sum, each) => sum + each + 2, -2);
  for (let over = total() - most; over > 0; over = total() - most) {
    const widest = shrinks.reduce((best, each) => ((widths[each] ?? 0) > (widths[best] ?? 0) ? each : best));
    const width = widths[widest] ?? 0;
    if (width <= leastWidth) return;
    widths[widest] = width - 1;
  }
}

/** Keeps both ends: labels often differ in the last part. */
function shorten(cell: string, width: number): string {
  if (widthOf(cell) <= width) return cell;
  const end = Math.floor((width - 1) / 2);
  return `${cell.slice(0, width - 1 - end)}…${cell.slice(cell.length - end)}`;
}

function widthOf(cell: string): number {
  return stripVTControlCharacters(cell).length;
}
