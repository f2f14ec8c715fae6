import { BrokenXml, parseXml } from '../../languages/xml/xml-document.ts';
import type { XmlNode } from '../../languages/xml/xml-node.ts';
import { XPath } from '../../languages/xpath/xpath.ts';
import { XPathRefusal } from '../../languages/xpath/xpath-tokens.ts';
import { CompiledCache } from './compiled-cache.ts';

/** A sample and a sub-sample, each parsed with and without namespaces. */
const maxDocuments = 4;

interface Reading {
  text: string;
  isNamespaceAware: boolean;
  outcome: XmlNode | BrokenXml;
}

/** Caches recently parsed documents for all elements of a worker, and compiled expressions for all users. */
export class XmlReader {
  readonly paths = new CompiledCache((written) => new XPath(written), XPathRefusal);
  #readings: Reading[] = [];

  /** Throws BrokenXml for invalid XML, and UnprovenXml where the result is known only for Apache JMeter. */
  read(text: string, isNamespaceAware: boolean): XmlNode {
    let reading = this.#readings.find(
      (each) => each.isNamespaceAware === isNamespaceAware && each.text === text,
    );
    if (!reading) {
      reading = { text, isNamespaceAware, outcome: outcomeOf(text, isNamespaceAware) };
      this.#readings = [reading, ...this.#readings.slice(0, maxDocuments - 1)];
    }
    if (reading.outcome instanceof BrokenXml) {
      throw reading.outcome;
    }
    return reading.outcome;
  }
}

function outcomeOf(text: string, isNamespaceAware: boolean): XmlNode | BrokenXml {
  try {
    return parseXml(text, isNamespaceAware);
  } catch (error) {
    if (error instanceof BrokenXml) {
      return error;
    }
    throw error;
  }
}
