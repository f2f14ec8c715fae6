import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { AppError } from '../domain/errors.ts';
import { hideControlCharacters, unhideControlCharacters } from './decode-jmx.ts';
import { mostLevels, tooDeepToRead } from './plan-limits.ts';

export interface XmlNode {
  tag: string;
  attributes: Record<string, string>;
  /** Concatenated text nodes and CDATA sections. */
  text: string;
  children: XmlNode[];
}

/**
 * Parses a plan into its root element. Throws `plan_broken`. Like JMeter, it stops at the end of the first <hashTree>
 * in the root and ignores what follows.
 */
export function parseXml(fileName: string, text: string): XmlNode {
  const parser = new SaxesParser({ xmlns: false, position: true });
  const top: XmlNode = { tag: '', attributes: {}, text: '', children: [] };
  const open: XmlNode[] = [top];
  // Position of the end of the first <hashTree> in the root.
  let endsAt = Number.POSITIVE_INFINITY;
  const stopBehindTree = () => {
    if (parser.position > endsAt) {
      throw new EndOfTree();
    }
  };
  parser.on('error', (error) => {
    stopBehindTree();
    throw new AppError('plan_broken', `${fileName} is not valid XML: ${sentence(error.message)}.`);
  });
  parser.on('doctype', (doctype) => rejectDoctype(fileName, doctype));
  parser.on('opentag', (tag: SaxesTagPlain) => {
    stopBehindTree();
    const attributes = Object.fromEntries(
      Object.entries(tag.attributes).map(([name, value]) => [name, unhideControlCharacters(value)]),
    );
    const node: XmlNode = { tag: tag.name, attributes, text: '', children: [] };
    open.at(-1)?.children.push(node);
    open.push(node);
    if (open.length > mostLevels) {
      throw tooDeepToRead(fileName);
    }
  });
  const addText = (value: string) => {
    const node = open.at(-1);
    if (node) {
      node.text += unhideControlCharacters(value);
    }
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const closed = open.pop();
    if (open.length === 2 && closed?.tag === 'hashTree') {
      endsAt = Math.min(endsAt, parser.position);
    }
  });
  try {
    parser.write(hideControlCharacters(text));
    if (endsAt === Number.POSITIVE_INFINITY) {
      parser.close();
    }
  } catch (error) {
    if (!(error instanceof EndOfTree)) {
      throw error;
    }
  }
  return top.children[0] ?? top;
}

/** Stops the parser, which cannot end early in another way. */
class EndOfTree extends Error {}

function rejectDoctype(fileName: string, doctype: string): void {
  if (/^\s*\S+\s+(SYSTEM|PUBLIC)\b/i.test(doctype)) {
    throw new AppError(
      'plan_broken',
      `${fileName} refers to an external DTD in its DOCTYPE, which is not allowed. Remove the DOCTYPE.`,
    );
  }
  if (/<!ENTITY/i.test(doctype)) {
    throw new AppError(
      'plan_broken',
      `${fileName} declares XML entities in a DOCTYPE, which is not allowed. Remove the DOCTYPE.`,
    );
  }
}

/** Converts "3:14: unexpected close tag." of saxes to "line 3, unexpected close tag". */
function sentence(message: string): string {
  const found = /^(?:undefined:)?(\d+):(\d+): (.*?)\.?$/s.exec(message);
  return found ? `line ${found[1]}, ${found[3]}` : message;
}
