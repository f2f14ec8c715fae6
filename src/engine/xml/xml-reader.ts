import { XPathRefusal } from '../../languages/xpath/xpath-tokens.ts';
import type { Text, User } from '../core.ts';
import { BrokenXml, parseXml } from './xml-document.ts';
import type { XmlNode } from './xml-node.ts';
import { XPath } from './xpath.ts';

const maxPaths = 1000;
/** With and without namespaces, of the sample and of a sub-sample. */
const maxDocuments = 4;

interface Reading {
  text: string;
  isNamespaceAware: boolean;
  outcome: XmlNode | BrokenXml;
}

/** Reads documents once for all elements that ask about the same one, and expressions once for all users. */
export class XmlReader {
  readonly #paths = new Map<string, XPath>();
  #readings: Reading[] = [];

  /** For texts that hold no variable: an expression that cannot be evaluated is found before anything runs. */
  prepare(text: Text): void {
    if (text.constant !== undefined) {
      this.#paths.set(text.constant, new XPath(text.constant));
    }
  }

  path(user: User, written: string): XPath {
    let path = this.#paths.get(written);
    if (!path) {
      path = compileFor(user, written);
      if (this.#paths.size >= maxPaths) {
        this.#paths.clear();
      }
      this.#paths.set(written, path);
    }
    return path;
  }

  /** Throws BrokenXml, and UnprovenXml where only Apache JMeter knows what to do. */
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

function compileFor(user: User, written: string): XPath {
  try {
    return new XPath(written);
  } catch (error) {
    if (error instanceof XPathRefusal) {
      user.runner.refuse(`The plan has come to ${error.message}`);
    }
    throw error;
  }
}
