import { stringValue, type XmlNode } from '../xml/xml-node.ts';
import { isNodes, toBoolean, toNumber, toText, type XPathValue } from './xpath-values.ts';

/** Context of a function call. */
export interface XPathPlace {
  node: XmlNode;
  position: number;
  size: number;
}

interface XPathFunction {
  /** Minimum and maximum number of arguments. */
  args: readonly [least: number, most: number];
  /** Whether the first argument must be a node set. */
  isOfNodes?: boolean;
  call(args: readonly XPathValue[], place: XPathPlace): XPathValue;
}

const text = (args: readonly XPathValue[], at: number) => toText(args[at] ?? '');
const number = (args: readonly XPathValue[], at: number) => toNumber(args[at] ?? '');
const textOrOwn = (args: readonly XPathValue[], { node }: XPathPlace) =>
  args[0] === undefined ? stringValue(node) : toText(args[0]);

/** The first node of the argument, or the context node. */
function nodeOf(args: readonly XPathValue[], { node }: XPathPlace): XmlNode | undefined {
  const [nodes] = args;
  return nodes === undefined ? node : isNodes(nodes) ? nodes[0] : undefined;
}

/** The proven functions of XPath 1.0. */
export const xpathFunctions: Readonly<Record<string, XPathFunction>> = {
  boolean: { args: [1, 1], call: (args) => toBoolean(args[0] ?? '') },
  ceiling: { args: [1, 1], call: (args) => Math.ceil(number(args, 0)) },
  concat: { args: [2, 100], call: (args) => args.map(toText).join('') },
  contains: { args: [2, 2], call: (args) => text(args, 0).includes(text(args, 1)) },
  count: {
    args: [1, 1],
    isOfNodes: true,
    call: (args) => (args[0] !== undefined && isNodes(args[0]) ? args[0].length : 0),
  },
  false: { args: [0, 0], call: () => false },
  floor: { args: [1, 1], call: (args) => Math.floor(number(args, 0)) },
  last: { args: [0, 0], call: (_, { size }) => size },
  'local-name': {
    args: [0, 1],
    isOfNodes: true,
    call: (args, place) => {
      const node = nodeOf(args, place);
      return node && node.kind !== 'instruction' ? node.local : '';
    },
  },
  name: {
    args: [0, 1],
    isOfNodes: true,
    call: (args, place) => {
      const node = nodeOf(args, place);
      return node && node.kind !== 'instruction' ? node.name : '';
    },
  },
  'namespace-uri': {
    args: [0, 1],
    isOfNodes: true,
    call: (args, place) => nodeOf(args, place)?.namespace ?? '',
  },
  'normalize-space': {
    args: [0, 1],
    call: (args, place) =>
      textOrOwn(args, place)
        .replaceAll(/[ \t\r\n]+/g, ' ')
        .replaceAll(/^ | $/g, ''),
  },
  not: { args: [1, 1], call: (args) => !toBoolean(args[0] ?? '') },
  number: { args: [0, 1], call: (args, { node }) => toNumber(args[0] ?? stringValue(node)) },
  position: { args: [0, 0], call: (_, { position }) => position },
  round: { args: [1, 1], call: (args) => Math.round(number(args, 0)) },
  'starts-with': { args: [2, 2], call: (args) => text(args, 0).startsWith(text(args, 1)) },
  string: { args: [0, 1], call: textOrOwn },
  'string-length': { args: [0, 1], call: (args, place) => textOrOwn(args, place).length },
  substring: {
    args: [2, 3],
    call: (args) =>
      substring(text(args, 0), number(args, 1), args[2] === undefined ? undefined : number(args, 2)),
  },
  'substring-after': {
    args: [2, 2],
    call: (args) => {
      const [all, part] = [text(args, 0), text(args, 1)];
      const at = all.indexOf(part);
      return at === -1 ? '' : all.slice(at + part.length);
    },
  },
  'substring-before': {
    args: [2, 2],
    call: (args) => {
      const all = text(args, 0);
      const at = all.indexOf(text(args, 1));
      return at === -1 ? '' : all.slice(0, at);
    },
  },
  sum: {
    args: [1, 1],
    isOfNodes: true,
    call: (args) =>
      args[0] !== undefined && isNodes(args[0])
        ? args[0].reduce((sum, node) => sum + toNumber(stringValue(node)), 0)
        : 0,
  },
  translate: { args: [3, 3], call: (args) => translate(text(args, 0), text(args, 1), text(args, 2)) },
  true: { args: [0, 0], call: () => true },
};

/** Positions count from 1; characters within both bounds are returned. */
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
