/** JOrphanUtils.split without truncation: the fields of a line, none for an empty line. */
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

/** With truncation, for names of variables: repeated commas count once, those at the ends are ignored. */
export function splitNames(names: string): string[] {
  let text = names;
  while (text.includes(',,')) {
    text = text.replace(',,', ',');
  }
  return splitLine(text.replace(/^,/, '').replace(/,$/, ''), ',');
}
