import { broken } from './conversion.ts';
import { reference } from './template.ts';

const escapes: Record<string, string> = {
  ...{ a: '\u0007', b: '\b', e: '\u001b', E: '\u001b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' },
};

/**
 * Words of a command line in the syntax of bash, per command. Variables of the shell become properties of the plan; their
 * names are added to `variables`.
 */
export function splitCommands(text: string, variables: Set<string>): string[][] {
  const reader = new WordReader(text, variables);
  return reader.read();
}

class WordReader {
  readonly #text: string;
  readonly #variables: Set<string>;
  readonly #commands: string[][] = [];
  #words: string[] = [];
  /** Undefined between words. */
  #word: string | undefined;
  #at = 0;

  constructor(text: string, variables: Set<string>) {
    this.#text = text;
    this.#variables = variables;
  }

  read(): string[][] {
    while (this.#at < this.#text.length) this.#readNext();
    this.#endCommand();
    return this.#commands;
  }

  #readNext(): void {
    const rest = this.#text;
    const character = rest[this.#at] ?? '';
    if (character === '\\') this.#readEscape();
    else if (character === "'") this.#add(this.#upTo("'", this.#at + 1));
    else if (character === '"') this.#readDoubleQuotes();
    else if (rest.startsWith("$'", this.#at)) this.#readAnsiQuotes();
    else if (character === '$') this.#readVariable();
    else if (/[\n;&|]/.test(character)) {
      this.#endCommand();
      this.#at += 1;
    } else if (/\s/.test(character)) {
      this.#endWord();
      this.#at += 1;
    } else if (character === '#' && this.#word === undefined) {
      const end = rest.indexOf('\n', this.#at);
      this.#at = end === -1 ? rest.length : end;
    } else {
      this.#add(character);
      this.#at += 1;
    }
  }

  #readEscape(): void {
    const next = this.#text[this.#at + 1];
    const isLineEnd = next === '\n' || this.#text.startsWith('\r\n', this.#at + 1);
    if (!isLineEnd) this.#add(next ?? '\\');
    this.#at += isLineEnd && next === '\r' ? 3 : 2;
  }

  #readDoubleQuotes(): void {
    this.#at += 1;
    this.#add('');
    for (;;) {
      const character = this.#text[this.#at];
      if (character === undefined) throw unclosed('"');
      if (character === '"') break;
      if (character === '$') this.#readVariable();
      else if (character === '\\' && /["\\$`\n]/.test(this.#text[this.#at + 1] ?? '')) {
        const escaped = this.#text[this.#at + 1];
        if (escaped !== '\n') this.#add(escaped ?? '');
        this.#at += 2;
      } else {
        this.#add(character);
        this.#at += 1;
      }
    }
    this.#at += 1;
  }

  #readAnsiQuotes(): void {
    const pattern = /\\(?:x([\da-f]{1,2})|u([\da-f]{1,4})|U([\da-f]{1,8})|([0-7]{1,3})|([\s\S]))|[^\\']|'/giy;
    pattern.lastIndex = this.#at + 2;
    this.#add('');
    for (;;) {
      const found = pattern.exec(this.#text);
      if (!found) throw unclosed("$'");
      if (found[0] === "'") break;
      const [whole, hex, unicode, long, octal, letter] = found;
      const code = hex ?? unicode ?? long;
      if (code !== undefined) this.#add(characterOf(Number.parseInt(code, 16)));
      else if (octal !== undefined) this.#add(characterOf(Number.parseInt(octal, 8)));
      else this.#add(letter === undefined ? whole : (escapes[letter] ?? letter));
    }
    this.#at = pattern.lastIndex;
  }

  #readVariable(): void {
    const pattern = /\$(?:\{(\w+)\}|([A-Za-z_]\w*))/y;
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    const name = found?.[1] ?? found?.[2];
    if (!found || name === undefined) {
      this.#add('$');
      this.#at += 1;
      return;
    }
    this.#variables.add(name);
    this.#add(reference(`__P(${name})`));
    this.#at = pattern.lastIndex;
  }

  /** Text up to the closing quote, which is consumed. */
  #upTo(quote: string, from: number): string {
    const end = this.#text.indexOf(quote, from);
    if (end === -1) throw unclosed(quote);
    this.#at = end + 1;
    return this.#text.slice(from, end);
  }

  #add(text: string): void {
    this.#word = (this.#word ?? '') + text;
  }

  #endWord(): void {
    if (this.#word !== undefined) this.#words.push(this.#word.toWellFormed());
    this.#word = undefined;
  }

  #endCommand(): void {
    this.#endWord();
    if (this.#words.length > 0) this.#commands.push(this.#words);
    this.#words = [];
  }
}

const characterOf = (code: number) => (code <= 0x10ffff ? String.fromCodePoint(code) : '\uFFFD');

const unclosed = (quote: string) =>
  broken(`The command has an opening ${quote} without a closing quote. Copy the whole command.`);
