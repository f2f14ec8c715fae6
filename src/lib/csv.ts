/** A spreadsheet takes text that begins like this for a formula and would run it. */
const formula = /^[=+\-@\t\r]/;

/**
 * One line for people and their spreadsheets. Text that would be a formula gets an apostrophe, which makes it text again;
 * numbers stay as they are.
 */
export function csvLine(fields: readonly (string | number | null)[], lineEnd: '\n' | '\r\n' = '\n'): string {
  return `${fields.map(safeField).join(',')}${lineEnd}`;
}

function safeField(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  return formula.test(value) ? `"'${value.replaceAll('"', '""')}"` : quoteField(value);
}

/** RFC 4180, and nothing else: for files that only programs read, such as those of JMeter's listeners. */
export function quoteField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
