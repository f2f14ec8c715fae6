import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { xmlOfBytes } from '../../languages/xml/xml-bytes.ts';
import { BrokenXml, UnprovenXml } from '../../languages/xml/xml-document.ts';
import { nodeText } from '../../languages/xml/xml-node.ts';
import { XPathProblem } from '../../languages/xpath/xpath.ts';
import { isNodes } from '../../languages/xpath/xpath-values.ts';
import type { TextFunctionMaker, User, World } from '../core.ts';
import { XmlReader } from '../languages/xml-reader.ts';

interface Matches {
  /** Undefined where a node has no text of its own. */
  values: readonly (string | undefined)[];
  next: number;
}

/** What all calls in a plan share: what was found, by file and expression. */
const matchesOf = new WeakMap<World, Map<string, Matches>>();

/** `${__XPath(file,expression)}`: the next of the nodes that an expression finds in a file, over and over. */
export const xpath: TextFunctionMaker = ([file, expression], world) => {
  const known = matchesOf.get(world) ?? new Map<string, Matches>();
  matchesOf.set(world, known);
  const reader = new XmlReader();
  return {
    evaluate: (user) => {
      const name = file?.evaluate(user) ?? '';
      const written = expression?.evaluate(user) ?? '';
      const key = name + written;
      const matches = known.get(key) ?? find(name, written, reader, user, world);
      if (!matches) {
        return '';
      }
      known.set(key, matches);
      if (matches.values.length === 0) {
        return '';
      }
      const value = matches.values[matches.next];
      matches.next = (matches.next + 1) % matches.values.length;
      // JMeter writes out that there is none.
      return value ?? 'null';
    },
  };
};

/** What cannot be read is tried again the next time. */
function find(
  name: string,
  written: string,
  reader: XmlReader,
  user: User,
  world: World,
): Matches | undefined {
  try {
    const bytes = readFileSync(resolve(world.filesFolder, name));
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
      world.log('warn', String(error));
      return undefined;
    }
    throw error;
  }
}

const isOfFiles = (error: unknown) => error instanceof Error && 'syscall' in error;
