/** What follows is read on from where it broke. */
export class BrokenRecord extends Error {
  readonly end: number;

  constructor(message: string, end: number) {
    super(message);
    this.end = end;
  }
}

/** JMeter's CSVSaveService.csvReadFile: one record with its quotes, which may go over several lines. */
export function readCsvRecord(
  text: string,
  from: number,
  delimiter: string,
): { fields: string[]; end: number } {
  const fields: string[] = [];
  let state: 'initial' | 'plain' | 'quoted' | 'quote-in-quoted' = 'initial';
  let field = '';
  let isPushed = false;
  let at = from;
  while (at < text.length) {
    const character = text[at] as string;
    at += 1;
    isPushed = false;
    const isEnd = character === delimiter || character === '\n' || character === '\r';
    if (state === 'quoted') {
      if (character === '"') {
        state = 'quote-in-quoted';
      } else {
        field += character;
      }
    } else if (isEnd) {
      isPushed = true;
      state = 'initial';
    } else if (character === '"' && state === 'initial') {
      state = 'quoted';
    } else if (character === '"' && state === 'quote-in-quoted') {
      field += '"';
      state = 'quoted';
    } else if (character === '"') {
      throw new BrokenRecord(`Cannot have quote-char in plain field:[${field}"]`, at);
    } else if (state === 'quote-in-quoted') {
      throw new BrokenRecord(`Cannot have single quote-char in quoted field:[${field}"]`, at);
    } else {
      field += character;
      state = 'plain';
    }
    if (isPushed) {
      if (character === '\r' && text[at] === '\n') {
        at += 1;
      }
      fields.push(field);
      field = '';
    }
    if ((character === '\n' || character === '\r') && state !== 'quoted') {
      return { fields, end: at };
    }
  }
  if (state === 'quoted') {
    throw new BrokenRecord(`Missing trailing quote-char in quoted field:["${field}]`, at);
  }
  if (field !== '' || isPushed || state === 'quote-in-quoted') {
    fields.push(field);
  }
  return { fields, end: at };
}
