/** Common methods of Buffer and string. */
interface Searchable {
  indexOf(value: string, from: number): number;
}

/**
 * Calls `onEnd` with the position of each newline that ends a record, in one pass. A record ends at a newline outside
 * quotes; a quote within quotes is doubled, so an odd number of quotes means inside.
 */
function forEachEnd(text: Searchable, onEnd: (position: number) => void): void {
  let isQuoted = false;
  let nextQuote = text.indexOf('"', 0);
  let newline = text.indexOf('\n', 0);
  while (newline >= 0) {
    while (nextQuote >= 0 && nextQuote < newline) {
      isQuoted = !isQuoted;
      nextQuote = text.indexOf('"', nextQuote + 1);
    }
    if (!isQuoted) {
      onEnd(newline);
    } else if (nextQuote < 0) {
      return;
    }
    // Nothing within quotes ends a record: continue after them.
    newline = text.indexOf('\n', isQuoted ? nextQuote : newline + 1);
  }
}

/** The leading part that consists of complete records. */
export function completeRecords(bytes: Buffer): Buffer {
  let end = 0;
  forEachEnd(bytes, (position) => {
    end = position + 1;
  });
  return bytes.subarray(0, end);
}

/** The complete records of a text, without line ends. */
export function splitRecords(text: string): string[] {
  const records: string[] = [];
  let start = 0;
  forEachEnd(text, (position) => {
    records.push(text.slice(start, text[position - 1] === '\r' ? position - 1 : position));
    start = position + 1;
  });
  return records;
}

/** The fields of one record. */
export function splitRecord(record: string): string[] {
  if (!record.includes('"')) {
    return record.split(',');
  }
  const fields: string[] = [];
  let at = 0;
  while (at <= record.length) {
    if (record[at] === '"') {
      const end = closingQuote(record, at + 1);
      fields.push(record.slice(at + 1, end).replaceAll('""', '"'));
      at = end + 2;
    } else {
      const comma = record.indexOf(',', at);
      const end = comma < 0 ? record.length : comma;
      fields.push(record.slice(at, end));
      at = end + 1;
    }
  }
  return fields;
}

function closingQuote(record: string, from: number): number {
  for (let at = record.indexOf('"', from); at >= 0; at = record.indexOf('"', at + 2)) {
    if (record[at + 1] !== '"') {
      return at;
    }
  }
  return record.length;
}
