import type { XPathExpression, XPathStep } from './xpath-expression.ts';

type Path = XPathExpression & { kind: 'path' };

const searches = ['self', 'child', 'descendant', 'descendant-or-self'];

/**
 * Xalan has a way of its own to search a document for one name, as in `//name`. In documents that are read without
 * namespaces it compares the whole name, prefix and all, where every other path looks at the part behind the colon.
 * The rules are those of WalkerFactory.isOptimizableForDescendantIterator.
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

/** Whether a condition might be about the place of a node; Xalan looks no further than this. */
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
