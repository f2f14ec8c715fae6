import type { HtmlElement } from '../html/html-document.ts';
import { elementText, ownText } from '../html/html-text.ts';
import type { Combinator, Selector, SelectorPath, SelectorTest } from './parse-selector.ts';

/** All matching elements in document order, as jsoup finds them. */
export function select(root: HtmlElement, selector: Selector): HtmlElement[] {
  const found: HtmlElement[] = [];
  visit(root, (element) => {
    if (matches(root, element, selector)) {
      found.push(element);
    }
  });
  return found;
}

function visit(element: HtmlElement, each: (element: HtmlElement) => void): void {
  each(element);
  for (const child of element.elements) {
    visit(child, each);
  }
}

function matches(root: HtmlElement, element: HtmlElement, selector: Selector): boolean {
  return selector.some((path) => matchesPath(root, element, path, path.parts.length - 1));
}

function matchesPath(root: HtmlElement, element: HtmlElement, path: SelectorPath, at: number): boolean {
  const part = path.parts[at];
  if (!part?.tests.every((test) => passes(root, element, test))) {
    return false;
  }
  return (
    at === 0 || reach(root, element, part.combinator).some((other) => matchesPath(root, other, path, at - 1))
  );
}

/** Candidates for the left side of a combinator; the search stops at the root. */
function reach(root: HtmlElement, element: HtmlElement, combinator: Combinator): HtmlElement[] {
  if (element === root || !element.parent) {
    return [];
  }
  switch (combinator) {
    case '>':
      return [element.parent];
    case '+':
      return element.parent.elements.slice(Math.max(0, element.index - 1), element.index);
    case '~':
      return element.parent.elements.slice(0, element.index);
    default:
      return [element.parent, ...reach(root, element.parent, ' ')];
  }
}

function passes(root: HtmlElement, element: HtmlElement, test: SelectorTest): boolean {
  switch (test.kind) {
    case 'any':
      return true;
    case 'tag':
      return element.tag === test.value;
    case 'id':
      return element.attributes.get('id') === test.value;
    case 'class':
      return (element.attributes.get('class') ?? '').toLowerCase().split(/\s+/).includes(test.value);
    case 'attribute':
      return passesAttribute(element, test);
    case 'attribute-beginning':
      return [...element.attributes.keys()].some((name) => name.startsWith(test.value));
    case 'contains':
      return elementText(element).toLowerCase().includes(test.value);
    case 'containsOwn':
      return ownText(element).toLowerCase().includes(test.value);
    case 'index':
      return passesIndex(root, element, test);
    case 'nth':
      return passesNth(element, test);
    case 'not':
      return !matches(root, element, test.selector);
    case 'is':
      return matches(root, element, test.selector);
    case 'has':
      return hasWithin(element, element, test.selector);
    case 'root':
      return element === (root.parent ? root : root.elements[0]);
    default:
      return passesPlace(element, test.kind);
  }
}

function hasWithin(root: HtmlElement, element: HtmlElement, selector: Selector): boolean {
  return element.elements.some((child) => matches(root, child, selector) || hasWithin(root, child, selector));
}

function passesAttribute(element: HtmlElement, test: SelectorTest & { kind: 'attribute' }): boolean {
  const written = element.attributes.get(test.name);
  const value = (written ?? '').toLowerCase();
  switch (test.test) {
    case '!=':
      return value !== test.value;
    case '=':
      return written !== undefined && value.trim() === test.value;
    case '^=':
      return written !== undefined && value.startsWith(test.value);
    case '$=':
      return written !== undefined && value.endsWith(test.value);
    case '*=':
      return written !== undefined && value.includes(test.value);
    default:
      return written !== undefined;
  }
}

function passesIndex(
  root: HtmlElement,
  element: HtmlElement,
  test: SelectorTest & { kind: 'index' },
): boolean {
  switch (test.test) {
    case 'eq':
      return element.index === test.value;
    case 'gt':
      return element.index > test.value;
    case 'lt':
      return element !== root && element.index < test.value;
  }
}

/** The html element has no siblings: its parent is the document. */
const siblings = (element: HtmlElement) => (element.parent?.parent ? element.parent.elements : undefined);

function passesNth(element: HtmlElement, test: SelectorTest & { kind: 'nth' }): boolean {
  const all = siblings(element);
  if (!all) {
    return false;
  }
  const counted = test.isOfType ? all.filter(({ tag }) => tag === element.tag) : all;
  const at = counted.indexOf(element);
  const place = test.isFromEnd ? counted.length - at : at + 1;
  const { step, offset } = test;
  return step === 0 ? place === offset : (place - offset) * step >= 0 && (place - offset) % step === 0;
}

function passesPlace(
  element: HtmlElement,
  kind: 'first-child' | 'last-child' | 'only-child' | 'only-of-type',
): boolean {
  const all = siblings(element);
  if (!all) {
    return false;
  }
  switch (kind) {
    case 'first-child':
      return element.index === 0;
    case 'last-child':
      return element.index === all.length - 1;
    case 'only-child':
      return all.length === 1;
    case 'only-of-type':
      return all.filter(({ tag }) => tag === element.tag).length === 1;
  }
}
