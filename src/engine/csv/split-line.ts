/** JOrphanUtils.split without truncation: a line in its fields, nothing at all for an empty line. */
export function splitLine(line: string, separator: string): string[] {
  const fields: string[] = [];
  let start = 0;
  let spot = 0;
  while (start < line.length) {
    spot = line.indexOf(separator, start);
    if (spot < 0) {
      break;
    }
    fields.push(line.slice(start, spot));
    start = spot + separator.length;
  }
  if (start < line.length) {
    fields.push(line.slice(start));
  } else if (spot === line.length - separator.length) {
    fields.push('');
  }
  return fields;
}

/** With truncation, as names of variables are split: two commas count as one, those at the ends as none. */
export function splitNames(names: string): string[] {
  let text = names;
  while (text.includes(',,')) {
    text = text.replace(',,', ',');
  }
  return splitLine(text.replace(/^,/, '').replace(/,$/, ''), ',');
}
