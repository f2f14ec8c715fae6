import type { XPathExpression, XPathStep } from './xpath-expression.ts';

type Path = XPathExpression & { kind: 'path' };

const searches = ['self', 'child', 'descendant', 'descendant-or-self'];

/**
 * Xalan optimizes searches of a document for one name, such as `//name`. In documents without namespaces, it then
 * compares the qualified name, whereas every other path compares the local name. The rules are those of
 * WalkerFactory.isOptimizableForDescendantIterator.
 */
export function isDescendantSearch(path: Path): boolean {
  const { base, steps } = path;
  const isFromRoot = base === 'root';
  const count = steps.length + (isFromRoot ? 1 : 0);
  if ((base !== undefined && !isFromRoot) || count < 2 || count > 3) {
    return false;
  }
  return steps.every((step, index) => isSearchStep(step, index, isFromRoot, steps));
}

function isSearchStep(
  step: XPathStep,
  index: number,
  isFromRoot: boolean,
  steps: readonly XPathStep[],
): boolean {
  const { axis, test, predicates } = step;
  const isLast = index === steps.length - 1;
  if (!searches.includes(axis) || (!isLast && (test.kind !== 'node' || predicates.length > 0))) {
    return false;
  }
  if (predicates.some(mayCountPlaces)) {
    return false;
  }
  const before = steps.slice(0, index).map((each) => each.axis);
  const place = index + (isFromRoot ? 2 : 1);
  switch (axis) {
    case 'self':
      return place === 1;
    case 'child':
      return (
        before.includes('descendant-or-self') || (before.includes('descendant') && before.includes('self'))
      );
    default:
      return place !== 3;
  }
}

/** Whether a condition may depend on the position of a node, with the depth of Xalan's own check. */
function mayCountPlaces(condition: XPathExpression): boolean {
  switch (condition.kind) {
    case 'path':
      return false;
    case 'call':
      return isAboutPlaces(condition);
    case 'comparison':
      return condition.operator === '!=' || isAboutPlaces(condition.left) || isAboutPlaces(condition.right);
    default:
      return true;
  }
}

function isAboutPlaces(expression: XPathExpression): boolean {
  switch (expression.kind) {
    case 'path':
    case 'number':
    case 'literal':
      return false;
    case 'call':
      return ['last', 'position'].includes(expression.name) || expression.args.some(isAboutPlaces);
    case 'comparison':
      return (
        expression.operator === '!=' || isAboutPlaces(expression.left) || isAboutPlaces(expression.right)
      );
    default:
      return true;
  }
}
