/** A Markdown table with padded columns, as the formatter expects. */
export function table(header: string[], rows: string[][]): string {
  const widths = header.map((_, column) =>
    Math.max(...[header, ...rows].map((row) => row[column]?.length ?? 0)),
  );
  const rule = widths.map((width) => '-'.repeat(width));
  return [header, rule, ...rows]
    .map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`)
    .join('\n');
}
