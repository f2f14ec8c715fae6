import type { XmlNode } from '../xml/xml-node.ts';
import { isDescendantSearch } from './descendant-search.ts';
import { parseXPath } from './parse-xpath.ts';
import { walk } from './xpath-axes.ts';
import type { Arithmetic, NodeTest, XPathExpression, XPathStep } from './xpath-expression.ts';
import { type XPathPlace, xpathFunctions } from './xpath-functions.ts';
import { compare, isNodes, toBoolean, toNumber, type XPathValue } from './xpath-values.ts';

/** An error that depends on the document, with Xalan's message. */
export class XPathProblem extends Error {}

/** An XPath 1.0 expression, parsed once. */
export class XPath {
  readonly #expression: XPathExpression;
  readonly #prefixes = new Set<string>();
  /** Steps that compare qualified names. */
  readonly #searches = new Set<XPathStep>();

  constructor(written: string) {
    this.#expression = parseXPath(written);
    this.#prepare(this.#expression);
  }

  /**
   * Evaluates on a document. Prefixes are the given ones, or those of the root element; throws XPathProblem for
   * unknown prefixes.
   */
  evaluate(document: XmlNode, given?: ReadonlyMap<string, string>): XPathValue {
    const root = document.children.find(({ kind }) => kind === 'element');
    const namespaces =
      given ?? new Map([...this.#prefixes].map((prefix) => [prefix, namespaceOf(prefix, root)]));
    return new Evaluation(document, namespaces, this.#searches).value(this.#expression, {
      node: document,
      // Xalan's position() outside of a node list.
      position: -1,
      size: 0,
    });
  }

  /** Merges `//a` into one descendant step, unless a condition depends on the position among siblings. */
  #shorten(path: XPathExpression & { kind: 'path' }): void {
    const steps: XPathStep[] = [];
    for (const step of path.steps) {
      const last = steps.at(-1);
      if (last && isWholeTree(last) && step.axis === 'child' && step.predicates.every(isPlaceless)) {
        const shorter: XPathStep = { ...step, axis: 'descendant' };
        steps[steps.length - 1] = shorter;
        if (this.#searches.has(step)) {
          this.#searches.add(shorter);
        }
      } else {
        steps.push(step);
      }
    }
    path.steps = steps;
  }

  #prepare(expression: XPathExpression): void {
    if (expression.kind === 'path') {
      const last = expression.steps.at(-1);
      if (last && isDescendantSearch(expression)) {
        this.#searches.add(last);
      }
      this.#shorten(expression);
      for (const { test, predicates } of expression.steps) {
        if (test.kind === 'name' && test.prefix !== undefined) {
          this.#prefixes.add(test.prefix);
        }
        predicates.forEach((predicate) => {
          this.#prepare(predicate);
        });
      }
    }
    for (const part of partsOf(expression)) {
      this.#prepare(part);
    }
  }
}

const isWholeTree = ({ axis, test, predicates }: XPathStep) =>
  axis === 'descendant-or-self' && test.kind === 'node' && predicates.length === 0;

const placelessCalls = new Set(['boolean', 'contains', 'false', 'not', 'starts-with', 'true']);

/** A condition whose result does not depend on the position of the node. */
function isPlaceless(condition: XPathExpression): boolean {
  switch (condition.kind) {
    case 'path':
      return true;
    case 'and':
    case 'or':
      return isPlaceless(condition.left) && isPlaceless(condition.right);
    case 'comparison':
      return [condition.left, condition.right].every((side) => isPlaceless(side) || isConstant(side));
    case 'call':
      return (
        placelessCalls.has(condition.name) &&
        condition.args.every((each) => isPlaceless(each) || isConstant(each))
      );
    default:
      return false;
  }
}

const isConstant = ({ kind }: XPathExpression) => kind === 'number' || kind === 'literal';

function partsOf(expression: XPathExpression): XPathExpression[] {
  switch (expression.kind) {
    case 'number':
    case 'literal':
      return [];
    case 'negation':
      return [expression.value];
    case 'call':
      return expression.args;
    case 'filter':
      return [expression.base, ...expression.predicates];
    case 'path':
      return typeof expression.base === 'object' ? [expression.base] : [];
    default:
      return [expression.left, expression.right];
  }
}

/** Namespace of a prefix, declared at the root element. Without namespaces, the root's own prefix is unknown. */
function namespaceOf(prefix: string, root: XmlNode | undefined): string {
  if (prefix === 'xml') {
    return 'http://www.w3.org/XML/1998/namespace';
  }
  const namespace = root?.name.startsWith(`${prefix}:`)
    ? root.namespace || undefined
    : root?.attributes.find(({ name }) => name === `xmlns:${prefix}`)?.value;
  if (namespace === undefined) {
    throw new XPathProblem(`Prefix must resolve to a namespace: ${prefix}`);
  }
  return namespace;
}

class Evaluation {
  readonly #document: XmlNode;
  readonly #namespaces: ReadonlyMap<string, string>;
  readonly #searches: ReadonlySet<XPathStep>;

  constructor(document: XmlNode, namespaces: ReadonlyMap<string, string>, searches: ReadonlySet<XPathStep>) {
    this.#document = document;
    this.#namespaces = namespaces;
    this.#searches = searches;
  }

  value(expression: XPathExpression, place: XPathPlace): XPathValue {
    switch (expression.kind) {
      case 'number':
      case 'literal':
        return expression.value;
      case 'and':
        return (
          toBoolean(this.value(expression.left, place)) && toBoolean(this.value(expression.right, place))
        );
      case 'or':
        return (
          toBoolean(this.value(expression.left, place)) || toBoolean(this.value(expression.right, place))
        );
      case 'comparison':
        return compare(
          expression.operator,
          this.value(expression.left, place),
          this.value(expression.right, place),
        );
      case 'arithmetic':
        return calculate(
          expression.operator,
          toNumber(this.value(expression.left, place)),
          toNumber(this.value(expression.right, place)),
        );
      case 'negation':
        return -toNumber(this.value(expression.value, place));
      case 'union':
        return inOrder([...this.#nodes(expression.left, place), ...this.#nodes(expression.right, place)]);
      case 'call': {
        const args = expression.args.map((argument) => this.value(argument, place));
        return xpathFunctions[expression.name]?.call(args, place) ?? '';
      }
      case 'filter':
        return this.#filter(this.#nodes(expression.base, place), expression.predicates);
      case 'path':
        return this.#path(expression, place);
    }
  }

  #nodes(expression: XPathExpression, place: XPathPlace): readonly XmlNode[] {
    const value = this.value(expression, place);
    return isNodes(value) ? value : [];
  }

  #path(path: XPathExpression & { kind: 'path' }, place: XPathPlace): readonly XmlNode[] {
    let nodes: readonly XmlNode[];
    if (path.base === undefined) {
      nodes = [place.node];
    } else {
      nodes = path.base === 'root' ? [this.#document] : this.#nodes(path.base, place);
    }
    for (const step of path.steps) {
      const [only] = nodes;
      if (nodes.length === 1 && only) {
        const found = this.#step(only, step);
        nodes = isBackwards(step) ? found.reverse() : found;
      } else {
        nodes = inOrder(nodes.flatMap((node) => this.#step(node, step)));
      }
    }
    return nodes;
  }

  #step(node: XmlNode, step: XPathStep): XmlNode[] {
    const kind = step.axis === 'attribute' ? 'attribute' : 'element';
    const isWhole = this.#searches.has(step);
    const found = walk[step.axis](node).filter((each) => this.#fits(each, step.test, kind, isWhole));
    return this.#filter(found, step.predicates);
  }

  #filter(nodes: readonly XmlNode[], predicates: readonly XPathExpression[]): XmlNode[] {
    let kept = [...nodes];
    for (const predicate of predicates) {
      const size = kept.length;
      kept = kept.filter((node, index) => {
        const value = this.value(predicate, { node, position: index + 1, size });
        return typeof value === 'number' ? value === index + 1 : toBoolean(value);
      });
    }
    return kept;
  }

  #fits(node: XmlNode, test: NodeTest, kind: 'attribute' | 'element', isWhole: boolean): boolean {
    switch (test.kind) {
      case 'node':
        return true;
      case 'text':
        return node.kind === 'text' || node.kind === 'cdata';
      case 'comment':
        return node.kind === 'comment';
      case 'processing-instruction':
        return node.kind === 'instruction' && (test.target === undefined || test.target === node.name);
      case 'name': {
        if (node.kind !== kind) {
          return false;
        }
        if (test.prefix === undefined) {
          const name = isWhole ? node.name : node.local;
          return test.local === '*' || (test.local === name && node.namespace === '');
        }
        const isThere = node.namespace === this.#namespaces.get(test.prefix);
        return isThere && (test.local === '*' || test.local === node.local);
      }
    }
  }
}

const isBackwards = ({ axis }: XPathStep) => axis.startsWith('ancestor') || axis.startsWith('preceding');

/** Distinct nodes in document order. */
function inOrder(nodes: readonly XmlNode[]): XmlNode[] {
  return [...new Set(nodes)].sort((left, right) => left.order - right.order);
}

function calculate(operator: Arithmetic, left: number, right: number): number {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '×':
      return left * right;
    case 'div':
      return left / right;
    case 'mod':
      return left % right;
  }
}
