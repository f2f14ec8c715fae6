import { parseCsv } from './read-files.ts';
import type { LeasedRows } from './source.ts';

/** Rows parsed on arrival, with the columns of the header. */
export function leasedRows(
  header: string,
  separator: string,
  nextRow: () => Promise<string | null>,
): LeasedRows {
  const line = header.endsWith('\n') ? header : `${header}\n`;
  return {
    async next() {
      for (;;) {
        const text = await nextRow();
        if (text === null) return undefined;
        const [row] = parseCsv(`${line}${text}\n`, separator);
        // Undefined for an empty line.
        if (row !== undefined) return row;
      }
    },
  };
}
