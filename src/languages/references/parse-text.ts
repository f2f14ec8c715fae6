/** A piece of a property's text: literal, a variable, or a function call with its arguments as written. */
export type TextPart = string | { variable: string } | { function: string; args: string[] };

export type IsFunction = (name: string) => boolean;

/** A function call with which JMeter refuses to run the plan. */
export class BrokenCall extends Error {}

/**
 * Parses `${…}` like JMeter's FunctionParser, with its escapes: a backslash before `$`, `,` or `\` is dropped, and
 * kept before anything else. Arguments of functions are parsed recursively.
 */
export function parseText(raw: string, isFunction: IsFunction): TextPart[] {
  return parseParts(new Reader(raw), isFunction);
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  next(): string | undefined {
    return this.#text[this.#at++];
  }

  rest(length: number): string {
    return this.#text.slice(0, length);
  }
}

function parseParts(reader: Reader, isFunction: IsFunction): TextPart[] {
  const parts: TextPart[] = [];
  let buffer = '';
  let previous = ' ';
  for (let current = reader.next(); current !== undefined; current = reader.next()) {
    if (current === '\\') {
      const escaped = reader.next();
      // JMeter reads past the end here and repeats the backslash.
      const character = escaped ?? '\\';
      if (character !== '$' && character !== ',' && character !== '\\') {
        buffer += '\\';
      }
      previous = ' ';
      buffer += character;
    } else if (current === '{' && previous === '$') {
      buffer = buffer.slice(0, -1);
      if (buffer !== '') {
        parts.push(buffer);
        buffer = '';
      }
      parts.push(parseReference(reader, isFunction));
      previous = ' ';
    } else {
      buffer += current;
      previous = current;
    }
  }
  if (buffer !== '') {
    parts.push(buffer);
  }
  return parts.length === 0 ? [''] : parts;
}

/** Parses the text after `${`. */
function parseReference(reader: Reader, isFunction: IsFunction): TextPart {
  let buffer = '';
  let previous = ' ';
  for (let current = reader.next(); current !== undefined; current = reader.next()) {
    if (current === '\\') {
      previous = ' ';
      buffer += reader.next() ?? '\\';
    } else if (current === '(' && previous !== ' ') {
      const name = buffer.trim();
      if (isFunction(name)) {
        const args = parseArguments(reader);
        if (firstNonSpace(reader) !== '}') {
          throw new BrokenCall(`Expected } after ${buffer} function call in ${reader.rest(100)}`);
        }
        return { function: name, args };
      }
      buffer += current;
    } else if (current === '}') {
      return isFunction(buffer) ? { function: buffer, args: [] } : { variable: buffer };
    } else {
      buffer += current;
      previous = current;
    }
  }
  return buffer;
}

function firstNonSpace(reader: Reader): string {
  for (let current = reader.next(); current !== undefined; current = reader.next()) {
    if (!/[\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/.test(current)) {
      return current;
    }
  }
  return '#';
}

function parseArguments(reader: Reader): string[] {
  const args: string[] = [];
  let buffer = '';
  let previous = ' ';
  let references = 0;
  let parentheses = 0;
  for (let current = reader.next(); current !== undefined; current = reader.next()) {
    if (current === '\\') {
      buffer += current + (reader.next() ?? '\\');
      previous = ' ';
      continue;
    }
    if (references === 0 && current === ',') {
      args.push(buffer);
      buffer = '';
      continue;
    }
    if (references === 0 && parentheses === 0 && current === ')') {
      if (buffer !== '' || args.length > 0) {
        args.push(buffer);
      }
      return args;
    }
    if (current === '{' && previous === '$') {
      references += 1;
    } else if (current === '}' && references > 0) {
      references -= 1;
    } else if (current === ')' && references === 0) {
      parentheses -= 1;
    } else if (current === '(' && references === 0) {
      parentheses += 1;
    }
    buffer += current;
    previous = current;
  }
  args.push(buffer);
  return args;
}
