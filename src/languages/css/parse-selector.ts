/** A selector that the engine cannot read exactly as jsoup does. */
export class SelectorRefusal extends Error {}

export type AttributeTest = '=' | '!=' | '^=' | '$=' | '*=';

/** A condition on an element, in jsoup's dialect. */
export type SelectorTest =
  | { kind: 'any' }
  | { kind: 'tag' | 'id' | 'class' | 'contains' | 'containsOwn'; value: string }
  | { kind: 'attribute'; name: string; test: AttributeTest | undefined; value: string }
  | { kind: 'attribute-beginning'; value: string }
  | { kind: 'index'; test: 'lt' | 'eq' | 'gt'; value: number }
  | { kind: 'nth'; isOfType: boolean; isFromEnd: boolean; step: number; offset: number }
  | { kind: 'first-child' | 'last-child' | 'only-child' | 'only-of-type' | 'root' }
  | { kind: 'not' | 'has' | 'is'; selector: Selector };

export type Combinator = ' ' | '>' | '+' | '~';

/** Compound selectors from left to right. The combinator of the first is ignored. */
export interface SelectorPath {
  parts: { combinator: Combinator; tests: SelectorTest[] }[];
}

/** Matches elements that match at least one path. */
export type Selector = SelectorPath[];

const name = /[A-Za-z0-9_-]+/y;
const plainPseudos = ['first-child', 'last-child', 'only-child', 'only-of-type', 'root'] as const;

/** Parses a selector. Throws SelectorRefusal for invalid and unproven ones. */
export function parseSelector(written: string): Selector {
  const parser = new Parser(written);
  const selector = parser.selector();
  parser.requireEnd();
  return selector;
}

class Parser {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text.trim();
  }

  requireEnd(): void {
    if (this.#at < this.#text.length) {
      this.#refuse(this.#text.slice(this.#at));
    }
  }

  selector(): Selector {
    const paths: Selector = [];
    do {
      this.#spaces();
      paths.push(this.#path());
      this.#spaces();
    } while (this.#take(','));
    return paths;
  }

  #path(): SelectorPath {
    const parts: SelectorPath['parts'] = [{ combinator: ' ', tests: this.#compound() }];
    for (;;) {
      const hadSpace = this.#spaces();
      const sign = this.#text[this.#at];
      if (sign === undefined || sign === ',') {
        return { parts };
      }
      if (sign === '>' || sign === '+' || sign === '~') {
        this.#at += 1;
        this.#spaces();
        parts.push({ combinator: sign, tests: this.#compound() });
      } else if (hadSpace) {
        parts.push({ combinator: ' ', tests: this.#compound() });
      } else {
        this.#refuse(this.#text.slice(this.#at));
      }
    }
  }

  #compound(): SelectorTest[] {
    const tests: SelectorTest[] = [];
    while (this.#at < this.#text.length && !/[\s,>+~]/.test(this.#text[this.#at] ?? '')) {
      tests.push(this.#test(tests.length === 0));
    }
    return tests.length === 0 ? this.#refuse('nothing') : tests;
  }

  #test(isFirst: boolean): SelectorTest {
    if (this.#take('*')) {
      return this.#text[this.#at] === '|' ? this.#refuse('a namespace') : { kind: 'any' };
    }
    if (this.#take('#')) {
      return { kind: 'id', value: this.#name() };
    }
    if (this.#take('.')) {
      return { kind: 'class', value: this.#name().toLowerCase() };
    }
    if (this.#text[this.#at] === '[') {
      return this.#attribute(this.#balanced('[', ']'));
    }
    if (this.#take(':')) {
      return this.#pseudo(this.#name().toLowerCase());
    }
    if (!isFirst) {
      this.#refuse(this.#text.slice(this.#at));
    }
    return { kind: 'tag', value: this.#name().toLowerCase() };
  }

  #attribute(inner: string): SelectorTest {
    const [, key = '', test, written = ''] = /^\s*(\^?[\w-]+)\s*(?:([!^$*]?=)([\s\S]*))?$/.exec(inner) ?? [];
    if (key === '') {
      this.#refuse(`[${inner}]`);
    }
    if (key.startsWith('^')) {
      return test === undefined
        ? { kind: 'attribute-beginning', value: key.slice(1).toLowerCase() }
        : this.#refuse(`[${inner}]`);
    }
    const isQuoted = /^\s*(["'])[\s\S]*\1\s*$/.test(written) && written.trim().length > 1;
    const bare = isQuoted ? written.trim().slice(1, -1) : written.trim();
    if (test !== undefined && bare === '') {
      // jsoup rejects it, or matches every element.
      this.#refuse(`[${inner}]`);
    }
    const isTrimmed = test === '=' || test === '!=';
    const value = (isTrimmed ? bare.trim() : bare).toLowerCase();
    return { kind: 'attribute', name: key.toLowerCase(), test: test as AttributeTest | undefined, value };
  }

  #pseudo(kind: string): SelectorTest {
    const plain = plainPseudos.find((each) => each === kind);
    if (plain) {
      return { kind: plain };
    }
    if (kind === 'first-of-type' || kind === 'last-of-type') {
      return { kind: 'nth', isOfType: true, isFromEnd: kind === 'last-of-type', step: 0, offset: 1 };
    }
    if (this.#text[this.#at] !== '(') {
      this.#refuse(`:${kind}`);
    }
    const argument = this.#balanced('(', ')');
    switch (kind) {
      case 'lt':
      case 'eq':
      case 'gt':
        return /^\s*\d{1,9}\s*$/.test(argument)
          ? { kind: 'index', test: kind, value: Number(argument) }
          : this.#refuse(`:${kind}(${argument})`);
      case 'not':
      case 'has':
      case 'is':
        return { kind, selector: parseSelector(argument) };
      case 'contains':
      case 'containsown':
        return /[\\()]/.test(argument) || argument.trim() === ''
          ? this.#refuse(`:${kind}(${argument})`)
          : {
              kind: kind === 'contains' ? 'contains' : 'containsOwn',
              value: argument
                .trim()
                .replaceAll(/[\s\u00a0]+/g, ' ')
                .toLowerCase(),
            };
      case 'nth-child':
      case 'nth-last-child':
      case 'nth-of-type':
      case 'nth-last-of-type':
        return {
          kind: 'nth',
          isOfType: kind.endsWith('type'),
          isFromEnd: kind.startsWith('nth-last'),
          ...this.#nth(argument),
        };
      default:
        return this.#refuse(`:${kind}`);
    }
  }

  #nth(written: string): { step: number; offset: number } {
    const text = written.trim().toLowerCase();
    if (text === 'odd' || text === 'even') {
      return { step: 2, offset: text === 'odd' ? 1 : 0 };
    }
    const series = /^([+-]?)(\d*)n(?:([+-])(\d+))?$/.exec(text);
    if (series) {
      const [, sign = '', factor = '', side = '', offset = '0'] = series;
      // jsoup ignores a sign without a number.
      return { step: factor === '' ? 1 : Number(`${sign}${factor}`), offset: Number(`${side}${offset}`) };
    }
    return /^[+-]?\d+$/.test(text) ? { step: 0, offset: Number(text) } : this.#refuse(`nth(${written})`);
  }

  /** Text between a bracket and its matching one, honouring nesting and quotes. */
  #balanced(open: string, close: string): string {
    const start = this.#at + 1;
    let depth = 0;
    let quote = '';
    for (; this.#at < this.#text.length; this.#at++) {
      const sign = this.#text[this.#at] ?? '';
      if (sign === '\\') {
        this.#refuse('a backslash');
      }
      if (quote !== '') {
        quote = sign === quote ? '' : quote;
      } else if (sign === '"' || sign === "'") {
        quote = sign;
      } else if (sign === open) {
        depth += 1;
      } else if (sign === close) {
        depth -= 1;
        if (depth === 0) {
          this.#at += 1;
          return this.#text.slice(start, this.#at - 1);
        }
      }
    }
    return this.#refuse('an unclosed bracket');
  }

  #name(): string {
    name.lastIndex = this.#at;
    const found = name.exec(this.#text)?.[0] ?? this.#refuse(this.#text.slice(this.#at));
    this.#at += found.length;
    return found;
  }

  #spaces(): boolean {
    const start = this.#at;
    while (/\s/.test(this.#text[this.#at] ?? '')) {
      this.#at += 1;
    }
    return this.#at > start;
  }

  #take(sign: string): boolean {
    const isThere = this.#text[this.#at] === sign;
    this.#at += isThere ? 1 : 0;
    return isThere;
  }

  #refuse(what: string): never {
    throw new SelectorRefusal(`${what} in the selector ${this.#text}`);
  }
}
