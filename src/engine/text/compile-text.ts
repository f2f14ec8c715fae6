import type { User } from '../users/user.ts';
import { type FunctionWorld, InvalidFunction, type Text, type TextFunction } from './text.ts';

type Part = string | TextFunction;

/**
 * Compiles `${…}` as JMeter's FunctionParser does, with its escapes: a backslash before `$`, `,` or `\` is dropped,
 * before anything else it stays.
 */
export function compileText(raw: string, world: FunctionWorld): Text {
  if (!raw.includes('${') && !raw.includes('\\')) {
    return constantText(raw, raw);
  }
  const parts = parseParts(new Reader(raw), world);
  // Without a variable or function JMeter keeps the text as it was, backslashes and all.
  if (parts.every((part) => typeof part === 'string') && parts.length <= 1) {
    return constantText(raw, raw);
  }
  return new CompiledText(raw, parts);
}

/** For arguments of functions, whose escapes are taken away even when they hold no function. */
function compileArgument(raw: string, world: FunctionWorld): Text {
  const parts = parseParts(new Reader(raw), world);
  if (parts.every((part) => typeof part === 'string')) {
    return constantText(raw, parts.join(''));
  }
  return new CompiledText(raw, parts);
}

function constantText(raw: string, constant: string): Text {
  return { raw, constant, evaluate: () => constant };
}

class CompiledText implements Text {
  readonly constant = undefined;
  readonly raw: string;
  readonly #parts: readonly Part[];

  constructor(raw: string, parts: readonly Part[]) {
    this.raw = raw;
    this.#parts = parts;
  }

  evaluate(user: User): string {
    let text = '';
    for (const part of this.#parts) {
      text += typeof part === 'string' ? part : part.evaluate(user);
    }
    return text;
  }
}

/** A variable that is not set stays as it was written. */
class Variable implements TextFunction {
  readonly #name: string;
  readonly #unset: string;

  constructor(name: string) {
    this.#name = name;
    this.#unset = `\${${name}}`;
  }

  evaluate(user: User): string {
    return user.variables.get(this.#name) ?? this.#unset;
  }
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

function parseParts(reader: Reader, world: FunctionWorld): Part[] {
  const parts: Part[] = [];
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
      parts.push(parseReference(reader, world));
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

/** What follows `${`. */
function parseReference(reader: Reader, world: FunctionWorld): Part {
  let buffer = '';
  let previous = ' ';
  for (let current = reader.next(); current !== undefined; current = reader.next()) {
    if (current === '\\') {
      previous = ' ';
      buffer += reader.next() ?? '\\';
    } else if (current === '(' && previous !== ' ') {
      const make = world.functions.get(buffer.trim());
      if (make) {
        const args = parseArguments(reader, world);
        if (firstNonSpace(reader) !== '}') {
          throw new InvalidFunction(`Expected } after ${buffer} function call in ${reader.rest(100)}`);
        }
        return make(args, world);
      }
      buffer += current;
    } else if (current === '}') {
      const make = world.functions.get(buffer);
      return make ? make([], world) : new Variable(buffer);
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

function parseArguments(reader: Reader, world: FunctionWorld): Text[] {
  const args: Text[] = [];
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
      args.push(compileArgument(buffer, world));
      buffer = '';
      continue;
    }
    if (references === 0 && parentheses === 0 && current === ')') {
      if (buffer !== '' || args.length > 0) {
        args.push(compileArgument(buffer, world));
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
  args.push(compileArgument(buffer, world));
  return args;
}
