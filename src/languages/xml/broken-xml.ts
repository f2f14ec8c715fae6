const nameStart = /[\p{L}_:]/u;
const namePattern = /[\p{L}_:][\p{L}\p{N}\p{M}_:.\u00b7-]*/uy;

class Found extends Error {}

/** Xerces's message for the first error of a document; undefined for rare errors. */
export function explainBrokenXml(text: string, isNamespaceAware: boolean): string | undefined {
  try {
    new Scan(text, isNamespaceAware).document();
    return undefined;
  } catch (error) {
    if (error instanceof Found) {
      return error.message === '' ? undefined : error.message;
    }
    throw error;
  }
}

const entityEnd = 'XML document structures must start and end within the same entity.';

/** Scans a document like Xerces, up to the first error. */
class Scan {
  readonly #text: string;
  readonly #isNamespaceAware: boolean;
  #at = 0;
  readonly #open: string[] = [];
  readonly #prefixes: Set<string>[] = [new Set(['xml', 'xmlns'])];
  #hasExternalSubset = false;

  constructor(text: string, isNamespaceAware: boolean) {
    this.#text = text;
    this.#isNamespaceAware = isNamespaceAware;
  }

  document(): void {
    if (this.#text === '') {
      fail('Premature end of file.');
    }
    if (/^<\?xml\s/.test(this.#text)) {
      this.#skipPast('?>', '');
    }
    this.#misc('prolog');
    this.#startTag();
    while (this.#open.length > 0) {
      this.#content();
    }
    this.#misc('trailing section');
  }

  #misc(where: 'prolog' | 'trailing section'): void {
    const isProlog = where === 'prolog';
    for (;;) {
      this.#spaces();
      if (this.#at >= this.#text.length) {
        if (isProlog) {
          fail('Premature end of file.');
        }
        return;
      }
      if (this.#text[this.#at] !== '<') {
        fail(`Content is not allowed in ${where}.`);
      }
      if (this.#starts('<!--')) {
        this.#comment();
      } else if (this.#starts('<?')) {
        this.#instruction();
      } else if (isProlog && this.#starts('<!DOCTYPE')) {
        this.#hasExternalSubset = /^<!DOCTYPE\s+\S+\s+(PUBLIC|SYSTEM)\s/.test(this.#text.slice(this.#at));
        this.#skipPast('>', '');
      } else if (this.#at + 1 === this.#text.length) {
        this.#at += 1;
        fail(entityEnd);
      } else if (isProlog && nameStart.test(this.#text[this.#at + 1] ?? '')) {
        return;
      } else {
        this.#at += 1;
        fail(
          `The markup in the document ${isProlog ? 'preceding' : 'following'} the root element must be well-formed.`,
        );
      }
    }
  }

  #startTag(): void {
    this.#at += 1;
    const name = this.#name();
    const attributes: string[] = [];
    const declared = new Set(this.#prefixes.at(-1));
    for (;;) {
      const hadSpace = this.#spaces();
      if (this.#starts('>') || this.#starts('/>')) {
        break;
      }
      const attribute = nameStart.test(this.#text[this.#at] ?? '') ? this.#name() : '';
      if (this.#at >= this.#text.length) {
        fail(entityEnd);
      }
      if (attribute === '' || !hadSpace) {
        fail(`Element type "${name}" must be followed by either attribute specifications, ">" or "/>".`);
      }
      this.#attributeValue(name, attribute);
      if (attributes.includes(attribute)) {
        this.#at = this.#isNamespaceAware ? this.#text.indexOf('>', this.#at) + 1 : this.#at;
        fail(`Attribute "${attribute}" was already specified for element "${name}".`);
      }
      attributes.push(attribute);
      if (attribute.startsWith('xmlns:')) {
        declared.add(attribute.slice(6));
      }
    }
    const isEmpty = this.#starts('/>');
    this.#at += isEmpty ? 2 : 1;
    this.#requirePrefixes(name, attributes, declared);
    if (isEmpty) {
      return;
    }
    this.#open.push(name);
    this.#prefixes.push(declared);
  }

  #attributeValue(element: string, attribute: string): void {
    this.#spaces();
    if (!this.#starts('=')) {
      fail(
        `Attribute name "${attribute}" associated with an element type "${element}" must be followed by the ' = ' character.`,
      );
    }
    this.#at += 1;
    this.#spaces();
    const quote = this.#text[this.#at] ?? fail(entityEnd);
    if (quote !== '"' && quote !== "'") {
      fail(
        `Open quote is expected for attribute "${attribute}" associated with an  element type  "${element}".`,
      );
    }
    this.#at += 1;
    for (let sign = this.#text[this.#at]; sign !== quote; sign = this.#text[this.#at]) {
      if (sign === undefined) {
        fail(entityEnd);
      }
      if (sign === '<') {
        fail(
          `The value of attribute "${attribute}" associated with an element type "${element}" must not contain the '<' character.`,
        );
      }
      if (sign === '&') {
        this.#reference();
      } else {
        this.#at += 1;
      }
    }
    this.#at += 1;
  }

  #requirePrefixes(name: string, attributes: readonly string[], declared: ReadonlySet<string>): void {
    if (!this.#isNamespaceAware) {
      return;
    }
    const prefixOf = (each: string) => (each.includes(':') ? each.slice(0, each.indexOf(':')) : undefined);
    const prefix = prefixOf(name);
    if (prefix !== undefined && !declared.has(prefix)) {
      fail(`The prefix "${prefix}" for element "${name}" is not bound.`);
    }
    for (const attribute of attributes) {
      const own = prefixOf(attribute);
      if (own !== undefined && !declared.has(own)) {
        fail(
          `The prefix "${own}" for attribute "${attribute}" associated with an element type "${name}" is not bound.`,
        );
      }
    }
  }

  #content(): void {
    const sign = this.#text[this.#at];
    if (sign === undefined) {
      fail(entityEnd);
    }
    if (sign === '&') {
      this.#reference();
    } else if (sign !== '<') {
      if (this.#starts(']]>')) {
        this.#at += 3;
        fail(
          'The character sequence "]]>" must not appear in content unless used to mark the end of a CDATA section.',
        );
      }
      this.#at += 1;
    } else if (this.#starts('</')) {
      this.#endTag();
    } else if (this.#starts('<!--')) {
      this.#comment();
    } else if (this.#starts('<![CDATA[')) {
      this.#skipPast(']]>', entityEnd);
    } else if (this.#starts('<?')) {
      this.#instruction();
    } else if (nameStart.test(this.#text[this.#at + 1] ?? '')) {
      this.#startTag();
    } else {
      this.#at += 1;
      if (this.#at === this.#text.length) {
        fail(entityEnd);
      }
      fail('The content of elements must consist of well-formed character data or markup.');
    }
  }

  #endTag(): void {
    const expected = this.#open.at(-1) ?? '';
    this.#at += 2;
    const isExpected =
      this.#starts(expected) && !/[\p{L}\p{N}_:.-]/u.test(this.#text[this.#at + expected.length] ?? '');
    if (!isExpected) {
      fail(`The element type "${expected}" must be terminated by the matching end-tag "</${expected}>".`);
    }
    this.#at += expected.length;
    this.#spaces();
    if (!this.#starts('>')) {
      fail(`The end-tag for element type "${expected}" must end with a '>' delimiter.`);
    }
    this.#at += 1;
    this.#open.pop();
    this.#prefixes.pop();
  }

  #reference(): void {
    this.#at += 1;
    if (this.#starts('#')) {
      const number = /^#(?:\d+|x[\da-fA-F]+);/.exec(this.#text.slice(this.#at, this.#at + 20));
      this.#at += number?.[0].length ?? fail('');
      return;
    }
    if (!nameStart.test(this.#text[this.#at] ?? '')) {
      fail("The entity name must immediately follow the '&' in the entity reference.");
    }
    const name = this.#name();
    if (!this.#starts(';')) {
      fail(`The reference to entity "${name}" must end with the ';' delimiter.`);
    }
    this.#at += 1;
    if (!['amp', 'lt', 'gt', 'quot', 'apos'].includes(name) && !this.#hasExternalSubset) {
      fail(`The entity "${name}" was referenced, but not declared.`);
    }
  }

  #comment(): void {
    const end = this.#text.indexOf('--', this.#at + 4);
    if (end === -1) {
      this.#at = this.#text.length;
      fail(entityEnd);
    }
    this.#at = end + 2;
    if (this.#text[end + 2] !== '>') {
      fail('The string "--" is not permitted within comments.');
    }
    this.#at = end + 3;
  }

  #instruction(): void {
    if (/^<\?xml[\s?]/i.test(this.#text.slice(this.#at, this.#at + 6))) {
      fail('The processing instruction target matching "[xX][mM][lL]" is not allowed.');
    }
    this.#skipPast('?>', entityEnd);
  }

  #name(): string {
    namePattern.lastIndex = this.#at;
    const name = namePattern.exec(this.#text)?.[0] ?? '';
    this.#at += name.length;
    return name;
  }

  #spaces(): boolean {
    const start = this.#at;
    while (/[ \t\r\n]/.test(this.#text[this.#at] ?? '')) {
      this.#at += 1;
    }
    return this.#at > start;
  }

  #starts(text: string): boolean {
    return this.#text.startsWith(text, this.#at);
  }

  #skipPast(end: string, message: string): void {
    const at = this.#text.indexOf(end, this.#at);
    this.#at = at === -1 ? this.#text.length : at + end.length;
    if (at === -1) {
      fail(message);
    }
  }
}

function fail(message: string): never {
  throw new Found(message);
}
