import { parseXPath } from './parse-xpath.ts';
import type { XPathExpression, XPathStep } from './xpath-expression.ts';
import { XPathRefusal } from './xpath-tokens.ts';

/** Prefixes and what they stand for, as JMeter reads a list of them: one in each line, without a line break behind the last. */
export function namespaceList(written: string): Map<string, string> {
  const namespaces = new Map<string, string>();
  for (const line of written.split('\n')) {
    const at = line.indexOf('=');
    if (at >= 0) {
      namespaces.set(line.slice(0, at), line.slice(at + 1));
    }
  }
  return namespaces;
}

/**
 * Throws XPathRefusal unless an expression means the same in XPath 1.0 and in Saxon's XPath 3.1: paths, with conditions
 * whose types are plain. Where XPath 1.0 would turn one type into another, the later one compares otherwise or fails.
 */
export function requireXPath2(written: string, prefixes: ReadonlySet<string>): void {
  const expression = parseXPath(written);
  const check = new Check(prefixes);
  const isProven =
    check.isNodes(expression) ||
    (expression.kind === 'call' && check.isNumber(expression, false)) ||
    (expression.kind !== 'number' && check.isCondition(expression, false));
  if (!isProven) {
    throw new XPathRefusal(`the XPath ${written}, which is not of the kind proven for XPath 2`);
  }
}

class Check {
  readonly #prefixes: ReadonlySet<string>;

  constructor(prefixes: ReadonlySet<string>) {
    this.#prefixes = prefixes;
  }

  isNodes(expression: XPathExpression): boolean {
    switch (expression.kind) {
      case 'path':
        return (
          (typeof expression.base !== 'object' || this.isNodes(expression.base)) &&
          expression.steps.every((step, at) => this.#isStep(step, at === expression.steps.length - 1))
        );
      case 'filter':
        return (
          this.isNodes(expression.base) && expression.predicates.every((each) => this.#isPredicate(each))
        );
      case 'union':
        // Attributes have another order there.
        return [expression.left, expression.right].every(
          (side) => this.isNodes(side) && !endsInAttribute(side),
        );
      default:
        return false;
    }
  }

  #isStep({ axis, test, predicates }: XPathStep, isLast: boolean): boolean {
    if (axis === 'attribute' && !(isLast && test.kind === 'name' && test.local !== '*')) {
      return false;
    }
    const isKnown = test.kind !== 'name' || test.prefix === undefined || this.#prefixes.has(test.prefix);
    return isKnown && predicates.every((each) => this.#isPredicate(each));
  }

  #isPredicate(expression: XPathExpression): boolean {
    return this.isNumber(expression, true) || this.isCondition(expression, true);
  }

  isCondition(expression: XPathExpression, isWithin: boolean): boolean {
    switch (expression.kind) {
      case 'and':
      case 'or':
        return [expression.left, expression.right].every((side) => this.isCondition(side, isWithin));
      case 'comparison': {
        const sides = [expression.left, expression.right];
        if (sides.every((side) => this.isNumber(side, isWithin))) {
          return true;
        }
        const isEquality = expression.operator === '=' || expression.operator === '!=';
        return isEquality && sides.every((side) => this.isNodes(side) || this.#isText(side));
      }
      case 'call': {
        const { name, args } = expression;
        if (name === 'not' || name === 'boolean') {
          return args.every((each) => this.isCondition(each, isWithin));
        }
        const isSearch = name === 'contains' || name === 'starts-with';
        return name === 'true' || name === 'false' || (isSearch && args.every((each) => this.#isText(each)));
      }
      default:
        return this.isNodes(expression);
    }
  }

  /** A whole one. */
  isNumber(expression: XPathExpression, isWithin: boolean): boolean {
    switch (expression.kind) {
      case 'number':
        return Number.isSafeInteger(expression.value);
      case 'arithmetic':
        return (
          (expression.operator === '+' || expression.operator === '-') &&
          this.isNumber(expression.left, isWithin) &&
          this.isNumber(expression.right, isWithin)
        );
      case 'call': {
        const { name, args } = expression;
        const isPlace = name === 'position' || name === 'last';
        return (
          (isPlace && isWithin) ||
          (name === 'count' && args.every((each) => this.isNodes(each))) ||
          (name === 'string-length' && args.length === 1 && args.every((each) => this.#isText(each)))
        );
      }
      default:
        return false;
    }
  }

  /** One text, or a node that is alone for certain. */
  #isText(expression: XPathExpression): boolean {
    if (expression.kind === 'literal') {
      return true;
    }
    if (expression.kind === 'path') {
      const [step, ...others] = expression.steps;
      const isAlone = step?.axis === 'attribute' || (step?.axis === 'self' && step.test.kind === 'node');
      return expression.base === undefined && others.length === 0 && isAlone && this.isNodes(expression);
    }
    if (expression.kind !== 'call') {
      return false;
    }
    const { name, args } = expression;
    const isName = (name === 'name' || name === 'local-name') && args.length === 0;
    const isOfText = ['string', 'normalize-space', 'concat', 'substring-before', 'substring-after'].includes(
      name,
    );
    return isName || (isOfText && args.every((each) => this.#isText(each)));
  }
}

const endsInAttribute = (expression: XPathExpression): boolean =>
  expression.kind === 'path'
    ? expression.steps.at(-1)?.axis === 'attribute'
    : expression.kind === 'union'
      ? endsInAttribute(expression.left) || endsInAttribute(expression.right)
      : expression.kind === 'filter' && endsInAttribute(expression.base);
