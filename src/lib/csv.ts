/** Spreadsheets execute text that begins like this as a formula. */
const formula = /^[=+\-@\t\r]/;

/**
 * One CSV line for spreadsheets. Text that looks like a formula is prefixed with an apostrophe; numbers are unchanged.
 */
export function csvLine(fields: readonly (string | number | null)[], lineEnd: '\n' | '\r\n' = '\n'): string {
  return `${fields.map(safeField).join(',')}${lineEnd}`;
}

function safeField(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  return formula.test(value) ? `"'${value.replaceAll('"', '""')}"` : quoteField(value);
}

/** Quotes by RFC 4180 only, for files that programs read, such as those of JMeter's listeners. */
export function quoteField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
