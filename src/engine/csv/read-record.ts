/** Invalid quotes; JMeter treats them as the end of the file. */
export class BrokenRecord extends Error {
  /** Position of the reader. */
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

/** CSVSaveService.csvReadFile: the fields of the record at a position, and the position of the next record. */
export function readRecord(text: string, from: number, delimiter: string): { fields: string[]; at: number } {
  const fields: string[] = [];
  let field = '';
  let state: 'initial' | 'plain' | 'quoted' | 'quote' = 'initial';
  let isPushed = false;
  let at = from;
  while (at < text.length) {
    const character = text.charAt(at);
    at += 1;
    isPushed = false;
    const isEnd = character === delimiter || character === '\n' || character === '\r';
    if (state === 'quoted') {
      if (character === '"') {
        state = 'quote';
      } else {
        field += character;
      }
    } else if (isEnd) {
      isPushed = true;
      state = 'initial';
    } else if (character === '"') {
      if (state === 'plain') {
        throw new BrokenRecord(`Cannot have quote-char in plain field:[${field}"]`, at);
      }
      if (state === 'quote') {
        field += '"';
      }
      state = 'quoted';
    } else {
      if (state === 'quote') {
        throw new BrokenRecord(`Cannot have single quote-char in quoted field:[${field}"]`, at);
      }
      field += character;
      state = 'plain';
    }
    if (isPushed) {
      fields.push(field);
      field = '';
      if (character === '\r' && text.charAt(at) === '\n') {
        at += 1;
      }
      if (character !== delimiter || character === '\n' || character === '\r') {
        return { fields, at };
      }
    }
  }
  if (state === 'quoted') {
    throw new BrokenRecord(`Missing trailing quote-char in quoted field:["${field}]`, at);
  }
  if (field !== '' || isPushed || state === 'quote') {
    fields.push(field);
  }
  return { fields, at };
}
