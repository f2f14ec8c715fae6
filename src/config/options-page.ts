import { optionNames, rowOf } from './config.ts';
import { type Option, sections } from './option.ts';

/** Renders the reference page docs/reference/options.md. */
export function renderOptionsPage(): string {
  const parts = Object.entries(sections).map(([section, title]) => {
    const rows = optionNames.map(rowOf).filter((row) => row.section === section);
    return `## ${title}\n\n${renderTable([header, ...rows.map(cellsOf)])}`;
  });
  return `${intro}\n\n${parts.join('\n\n')}\n`;
}

const intro = `# Options

This page is generated from \`src/config/options.ts\` by \`bin/spate.mjs options --markdown\`.

Each option is an environment variable and a flag. Flags take precedence over variables, variables over defaults. An empty variable counts as not set.
\`spate options\` prints the current values and their sources.`;

const header = ['variable', 'flag', 'default', 'description'];

function cellsOf(row: Option<unknown>): string[] {
  const fallback = row.fallbackText === '' ? '' : `\`${row.fallbackText}\``;
  const cells = [
    `\`${row.variable}\``,
    `\`${row.flag}\``,
    fallback,
    escapeHtml(`${row.sentence} (${row.kind})`),
  ];
  return cells.map((cell) => cell.replaceAll('|', '\\|'));
}

/** Padded like the Markdown formatter does. */
function renderTable(lines: string[][]): string {
  const widths = header.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)));
  const rule = widths.map((width) => '-'.repeat(width));
  const [first = [], ...rest] = lines;
  return [first, rule, ...rest]
    .map((cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`)
    .join('\n');
}

function escapeHtml(text: string): string {
  return text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
