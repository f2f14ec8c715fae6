import { stripVTControlCharacters } from 'node:util';

export type Align = 'left' | 'right';

export interface TableWidth {
  /** Characters of a line. */
  most: number;
  /** Columns whose texts are shortened if the table is wider. */
  shrinks: readonly number[];
  /** Columns that are left out, in this order, if the table is still wider. */
  drops?: readonly number[];
}

/** A shortened column keeps at least this many characters. */
const minWidth = 10;

/** Width that every terminal is assumed to have. */
const usualColumns = 80;

/** Characters of a line of a table: the width of the terminal, at least 80. */
export function lineWidth(columns: number): number {
  return Math.max(columns, usualColumns);
}

/** Aligned columns with a rule below the headings. Cells may contain colour codes, apart from those that are shortened. */
export function renderTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  align: readonly Align[] = [],
  width?: TableWidth,
): string {
  const lines = [headings, ...rows];
  const full = headings.map((_, column) => Math.max(...lines.map((cells) => widthOf(cells[column] ?? ''))));
  const columns = width ? fit(full, width) : [...full.entries()];
  const rule = columns.map(([, each]) => '─'.repeat(each));
  const [first = [], ...rest] = lines.map((cells) =>
    columns.map(([column, each]) => {
      const cell = shorten(cells[column] ?? '', each);
      const blanks = ' '.repeat(each - widthOf(cell));
      return align[column] === 'right' ? blanks + cell : cell + blanks;
    }),
  );
  return [first, rule, ...rest].map((cells) => cells.join('  ').trimEnd()).join('\n');
}

/** Indexes and widths of the columns that are shown. */
function fit(full: readonly number[], { most, shrinks, drops = [] }: TableWidth): [number, number][] {
  for (let dropped = 0; ; dropped++) {
    const hidden = drops.slice(0, dropped);
    const widths = new Map([...full.entries()].filter(([column]) => !hidden.includes(column)));
    if (shrink(widths, shrinks, most) || dropped === drops.length) return [...widths];
  }
}

/** Shortens the widest column first. Returns whether the table fits. */
function shrink(widths: Map<number, number>, shrinks: readonly number[], most: number): boolean {
  const total = () => [...widths.values()].reduce((sum, each) => sum + each + 2, -2);
  for (let over = total() - most; over > 0; over = total() - most) {
    const [widest, width] = shrinks
      .map((column) => [column, widths.get(column) ?? 0] as const)
      .reduce((best, each) => (each[1] > best[1] ? each : best), [-1, 0] as const);
    if (width <= minWidth) return false;
    widths.set(widest, width - 1);
  }
  return true;
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
