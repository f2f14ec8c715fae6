import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { xmlOfBytes } from '../../languages/xml/xml-bytes.ts';
import { BrokenXml, UnprovenXml } from '../../languages/xml/xml-document.ts';
import { nodeText } from '../../languages/xml/xml-node.ts';
import { XPathProblem } from '../../languages/xpath/xpath.ts';
import { isNodes } from '../../languages/xpath/xpath-values.ts';
import type { Environment, TextFunctionMaker, User } from '../core.ts';
import { XmlReader } from '../languages/xml-reader.ts';

interface Matches {
  /** Undefined for a node without text. */
  values: readonly (string | undefined)[];
  next: number;
}

/** Shared by all calls in a plan: results by file and expression. */
const matchesOf = new WeakMap<Environment, Map<string, Matches>>();

/** `${__XPath(file,expression)}`: the next of the matching nodes in a file, starting again at the end. */
export const xpath: TextFunctionMaker = ([file, expression], environment) => {
  const known = matchesOf.get(environment) ?? new Map<string, Matches>();
  matchesOf.set(environment, known);
  const reader = new XmlReader();
  return {
    evaluate: (user) => {
      const name = file?.evaluate(user) ?? '';
      const written = expression?.evaluate(user) ?? '';
      const key = name + written;
      const matches = known.get(key) ?? find(name, written, reader, user, environment);
      if (!matches) {
        return '';
      }
      known.set(key, matches);
      if (matches.values.length === 0) {
        return '';
      }
      const value = matches.values[matches.next];
      matches.next = (matches.next + 1) % matches.values.length;
      // JMeter returns the text "null".
      return value ?? 'null';
    },
  };
};

/** Undefined for a failure, which is not cached. */
function find(
  name: string,
  written: string,
  reader: XmlReader,
  user: User,
  environment: Environment,
): Matches | undefined {
  try {
    const bytes = readFileSync(resolve(environment.filesFolder, name));
    const root = reader.read(
      xmlOfBytes(bytes, () => bytes.toString('utf8')),
      false,
    );
    const value = reader.paths.get(user, written).evaluate(root);
    return isNodes(value) ? { values: value.map((node) => nodeText(node)), next: 0 } : undefined;
  } catch (error) {
    if (error instanceof UnprovenXml) {
      user.runner.refuse(`The plan has come to ${error.message}`);
    }
    if (error instanceof BrokenXml || error instanceof XPathProblem || isOfFiles(error)) {
      environment.log('warn', String(error));
      return undefined;
    }
    throw error;
  }
}

const isOfFiles = (error: unknown) => error instanceof Error && 'syscall' in error;
