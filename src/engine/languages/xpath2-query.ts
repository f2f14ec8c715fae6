import { placeOfBrokenXml } from '../../languages/xml/broken-xml.ts';
import { BrokenXml, UnprovenXml } from '../../languages/xml/xml-document.ts';
import type { XmlNode } from '../../languages/xml/xml-node.ts';
import { XPathRefusal } from '../../languages/xpath/xpath-tokens.ts';
import type { XPathValue } from '../../languages/xpath/xpath-values.ts';
import { namespaceList, requireXPath2 } from '../../languages/xpath/xpath2.ts';
import type { Text, User } from '../core.ts';
import { stopForUnproven } from './compiled-cache.ts';
import type { XmlReader } from './xml-reader.ts';

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
          stopForUnproven(user, error.message);
        }
        throw error;
      }
    }
    return this.#reader.paths.get(user, written).evaluate(this.#read(document), this.#namespaces);
  }

  /** Saxon says where, too. It gets a text: what the document says of its bytes does not count. */
  #read(document: string): XmlNode {
    checkDoctype(document);
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

/** Saxon would fetch what is declared elsewhere; the DOCTYPE of an HTML page alone names no address. */
function checkDoctype(document: string): void {
  const start = document.indexOf('<!DOCTYPE');
  const doctype = start < 0 ? '' : document.slice(start, document.indexOf('>', start) + 1);
  const [named] = /^<!DOCTYPE\s+\S+\s+PUBLIC\s+(?:"[^"]*"|'[^']*')(?=>)/.exec(doctype) ?? [];
  if (named !== undefined) {
    const message = 'White spaces are required between publicId and systemId.';
    throw new BrokenXml(withPlace(document, message, start + named.length));
  }
  if (/\s(?:PUBLIC|SYSTEM)\s/.test(doctype)) {
    throw new UnprovenXml('a document with a DOCTYPE that is kept elsewhere');
  }
}

function withPlace(document: string, message: string, at = placeOfBrokenXml(document)): string {
  const lines = document.slice(0, at).split(/\r\n|\r|\n/);
  const place =
    message === 'Premature end of file.'
      ? ''
      : `lineNumber: ${lines.length}; columnNumber: ${(lines.at(-1)?.length ?? 0) + 1}; `;
  return `org.xml.sax.SAXParseException; ${place}${message}`;
}
