import { BigDecimal } from '../jvm/big-decimal.ts';
import { failRoughly, JavaList, JavaMap, UnsupportedScript, type Value } from '../jvm/values.ts';

const number = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
const plainText = /[^"\\]*/y;
const blanks = /[ \t\r\n]*/y;

/**
 * Groovy's JsonSlurper: maps in the order of the text, whole numbers as Integer, Long or BigInteger, others as
 * BigDecimal. Invalid JSON is an error of the script where Groovy's parser certainly fails.
 */
export function parseJson(text: string): Value {
  return new JsonParser(text).parse();
}

class JsonParser {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  parse(): Value {
    this.#skip();
    const first = this.#text.charAt(this.#at);
    if (first !== '' && !/[{["tfn\d-]/.test(first)) {
      failRoughly(
        'groovy.json.JsonException',
        'Unable to determine the current character, it is not a string, number, array, or object',
      );
    }
    // Text after the value is ignored.
    return this.#value();
  }

  /** An input that Groovy's parser rejects too. */
  #fail(): never {
    failRoughly('groovy.json.JsonException', 'The text is no JSON.');
  }

  /** An input that Groovy's parser may accept. */
  #broken(): Error {
    return new UnsupportedScript(`JsonSlurper with a text that is no JSON: ${this.#text.slice(0, 60)}`);
  }

  #skip(): void {
    blanks.lastIndex = this.#at;
    this.#at += blanks.exec(this.#text)?.[0].length ?? 0;
  }

  #value(): Value {
    this.#skip();
    switch (this.#text.charAt(this.#at)) {
      case '{':
        return this.#object();
      case '[':
        return this.#array();
      case '"':
        return this.#string();
      case 't':
        return this.#word('true', true);
      case 'f':
        return this.#word('false', false);
      case 'n':
        return this.#word('null', null);
    }
    return this.#number();
  }

  #word(word: string, value: Value): Value {
    if (!this.#text.startsWith(word, this.#at)) {
      this.#fail();
    }
    this.#at += word.length;
    return value;
  }

  #object(): JavaMap {
    const map = new JavaMap('org.apache.groovy.json.internal.LazyMap');
    this.#at += 1;
    this.#skip();
    if (this.#take('}')) {
      return map;
    }
    do {
      this.#skip();
      if (map.size > 0 && this.#text.charAt(this.#at) === '}') {
        break;
      }
      if (this.#text.charAt(this.#at) !== '"') {
        this.#fail();
      }
      const key = this.#string();
      this.#skip();
      if (!this.#take(':')) {
        this.#fail();
      }
      map.put(key, this.#value());
      this.#skip();
    } while (this.#take(','));
    if (!this.#take('}')) {
      this.#fail();
    }
    return map;
  }

  #array(): JavaList {
    const items: Value[] = [];
    this.#at += 1;
    this.#skip();
    if (this.#take(']')) {
      return new JavaList(items);
    }
    do {
      items.push(this.#value());
      this.#skip();
    } while (this.#take(','));
    if (!this.#take(']')) {
      this.#fail();
    }
    return new JavaList(items);
  }

  #take(sign: string): boolean {
    const isThere = this.#text.charAt(this.#at) === sign;
    this.#at += isThere ? 1 : 0;
    return isThere;
  }

  #string(): string {
    this.#at += 1;
    let value = '';
    for (;;) {
      plainText.lastIndex = this.#at;
      const plain = plainText.exec(this.#text)?.[0] ?? '';
      value += plain;
      this.#at += plain.length;
      const next = this.#text.charAt(this.#at);
      if (next === '"') {
        this.#at += 1;
        return value;
      }
      if (next !== '\\') {
        throw this.#broken();
      }
      value += this.#escape();
    }
  }

  #escape(): string {
    const sign = this.#text.charAt(this.#at + 1);
    const simple = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', '"': '"', '\\': '\\', '/': '/' }[sign];
    if (simple !== undefined) {
      this.#at += 2;
      return simple;
    }
    const hex = this.#text.slice(this.#at + 2, this.#at + 6);
    if (sign !== 'u' || !/^[\da-fA-F]{4}$/.test(hex)) {
      throw this.#broken();
    }
    this.#at += 6;
    return String.fromCharCode(Number.parseInt(hex, 16));
  }

  #number(): Value {
    number.lastIndex = this.#at;
    const match = number.exec(this.#text);
    if (!match) {
      this.#fail();
    }
    const [digits, fraction, exponent] = match;
    this.#at += digits.length;
    if (/[\w.+-]/.test(this.#text.charAt(this.#at))) {
      throw this.#broken();
    }
    if (fraction !== undefined || exponent !== undefined) {
      return BigDecimal.parse(digits) as BigDecimal;
    }
    const quick = Number(digits);
    if (quick >= -(2 ** 31) && quick < 2 ** 31) {
      return quick === 0 ? 0 : quick;
    }
    if (/^-?0\d|\d{19}/.test(this.#text.slice(this.#at - digits.length, this.#at + 1))) {
      throw this.#broken();
    }
    return BigInt(digits);
  }
}
