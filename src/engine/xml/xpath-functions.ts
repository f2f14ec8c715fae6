import { stringValue, type XmlNode } from './xml-node.ts';
import { isNodes, toBoolean, toNumber, toText, type XPathValue } from './xpath-values.ts';

/** What a function can ask about the place where it stands. */
export interface XPathPlace {
  node: XmlNode;
  position: number;
  size: number;
}

type XPathFunction = (args: readonly XPathValue[], place: XPathPlace) => XPathValue;

const text = (args: readonly XPathValue[], at: number) => toText(args[at] ?? '');
const number = (args: readonly XPathValue[], at: number) => toNumber(args[at] ?? '');
const textOrOwn = (args: readonly XPathValue[], { node }: XPathPlace) =>
  args[0] === undefined ? stringValue(node) : toText(args[0]);

/** The first of the nodes, or the one that is being looked at. */
function nodeOf(args: readonly XPathValue[], { node }: XPathPlace): XmlNode | undefined {
  const [nodes] = args;
  return nodes === undefined ? node : isNodes(nodes) ? nodes[0] : undefined;
}

export const xpathFunctions: Record<string, XPathFunction> = {
  boolean: (args) => toBoolean(args[0] ?? ''),
  ceiling: (args) => Math.ceil(number(args, 0)),
  concat: (args) => args.map(toText).join(''),
  contains: (args) => text(args, 0).includes(text(args, 1)),
  count: (args) => (args[0] !== undefined && isNodes(args[0]) ? args[0].length : 0),
  false: () => false,
  floor: (args) => Math.floor(number(args, 0)),
  last: (_, { size }) => size,
  'local-name': (args, place) => {
    const node = nodeOf(args, place);
    return node && node.kind !== 'instruction' ? node.local : '';
  },
  name: (args, place) => {
    const node = nodeOf(args, place);
    return node && node.kind !== 'instruction' ? node.name : '';
  },
  'namespace-uri': (args, place) => nodeOf(args, place)?.namespace ?? '',
  'normalize-space': (args, place) =>
    textOrOwn(args, place)
      .replaceAll(/[ \t\r\n]+/g, ' ')
      .replaceAll(/^ | $/g, ''),
  not: (args) => !toBoolean(args[0] ?? ''),
  number: (args, { node }) => toNumber(args[0] ?? stringValue(node)),
  position: (_, { position }) => position,
  round: (args) => Math.round(number(args, 0)),
  'starts-with': (args) => text(args, 0).startsWith(text(args, 1)),
  string: textOrOwn,
  'string-length': (args, place) => textOrOwn(args, place).length,
  substring: (args) =>
    substring(text(args, 0), number(args, 1), args[2] === undefined ? undefined : number(args, 2)),
  'substring-after': (args) => {
    const [all, part] = [text(args, 0), text(args, 1)];
    const at = all.indexOf(part);
    return at === -1 ? '' : all.slice(at + part.length);
  },
  'substring-before': (args) => {
    const all = text(args, 0);
    const at = all.indexOf(text(args, 1));
    return at === -1 ? '' : all.slice(0, at);
  },
  sum: (args) =>
    args[0] !== undefined && isNodes(args[0])
      ? args[0].reduce((sum, node) => sum + toNumber(stringValue(node)), 0)
      : 0,
  translate: (args) => translate(text(args, 0), text(args, 1), text(args, 2)),
  true: () => true,
};

/** Characters count from 1, and those are taken whose place is within both bounds. */
function substring(all: string, from: number, length: number | undefined): string {
  const start = Math.round(from);
  const end = length === undefined ? Number.POSITIVE_INFINITY : start + Math.round(length);
  let part = '';
  for (let place = 1; place <= all.length; place++) {
    part += place >= start && place < end ? all[place - 1] : '';
  }
  return part;
}

function translate(all: string, from: string, to: string): string {
  let changed = '';
  for (const each of all.split('')) {
    const at = from.indexOf(each);
    changed += at === -1 ? each : (to[at] ?? '');
  }
  return changed;
}
