import { XPathRefusal } from '../../plans/jmeter/xpath/xpath-tokens.ts';
import { namespaceList, requireXPath2 } from '../../plans/jmeter/xpath/xpath2.ts';
import type { Text, User } from '../core.ts';
import { placeOfBrokenXml } from './broken-xml.ts';
import { BrokenXml } from './xml-document.ts';
import type { XmlNode } from './xml-node.ts';
import type { XmlReader } from './xml-reader.ts';
import type { XPathValue } from './xpath-values.ts';

/** Expressions of XPath 2 that mean what they would in XPath 1.0, with prefixes of the plan's own. */
export class XPath2Query {
  readonly #query: Text;
  readonly #reader: XmlReader;
  readonly #namespaces: ReadonlyMap<string, string>;
  readonly #known = new Set<string>();

  constructor(query: Text, namespaces: string, reader: XmlReader) {
    this.#query = query;
    this.#reader = reader;
    this.#namespaces = namespaceList(namespaces);
    if (query.constant !== undefined && query.constant !== '') {
      this.#require(query.constant);
    }
  }

  /** Throws BrokenXml. */
  evaluate(user: User, document: string): XPathValue {
    const written = this.#query.evaluate(user);
    if (!this.#known.has(written)) {
      try {
        this.#require(written);
      } catch (error) {
        if (error instanceof XPathRefusal) {
          user.runner.refuse(`The plan has come to ${error.message}`);
        }
        throw error;
      }
    }
    return this.#reader.path(user, written).evaluate(this.#read(document), this.#namespaces);
  }

  /** Saxon says where, too. It gets a text: what the document says of its bytes does not count. */
  #read(document: string): XmlNode {
    try {
      if (document.startsWith('\ufeff')) {
        throw new BrokenXml('Content is not allowed in prolog.');
      }
      return this.#reader.read(document, true);
    } catch (error) {
      throw error instanceof BrokenXml ? new BrokenXml(withPlace(document, error.message)) : error;
    }
  }

  #require(written: string): void {
    requireXPath2(written, new Set(this.#namespaces.keys()));
    this.#known.add(written);
  }
}

function withPlace(document: string, message: string): string {
  const lines = document.slice(0, placeOfBrokenXml(document)).split(/\r\n|\r|\n/);
  const place =
    message === 'Premature end of file.'
      ? ''
      : `lineNumber: ${lines.length}; columnNumber: ${(lines.at(-1)?.length ?? 0) + 1}; `;
  return `org.xml.sax.SAXParseException; ${place}${message}`;
}
