export type Align = 'left' | 'right';

/** Columns under each other; the rule below the headings shows where they end. */
export function renderTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  align: readonly Align[] = [],
): string {
  const lines = [headings, ...rows];
  const widths = headings.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)));
  const rule = widths.map((width) => '─'.repeat(width));
  const [first = [], ...rest] = lines.map((cells) =>
    widths.map((width, column) => {
      const cell = cells[column] ?? '';
      return align[column] === 'right' ? cell.padStart(width) : cell.padEnd(width);
    }),
  );
  return [first, rule, ...rest].map((cells) => cells.join('  ').trimEnd()).join('\n');
}
