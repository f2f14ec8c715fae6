import { type DefaultTreeAdapterTypes, html } from 'parse5';
import { parseAsJsoup, UnprovenHtml } from './jsoup-parser.ts';

type ParsedNode = DefaultTreeAdapterTypes.Node;

/** An element as in jsoup's tree. The document is an element with an empty tag. */
export interface HtmlElement {
  readonly tag: string;
  /** Within `svg` or `math`. */
  readonly isForeign: boolean;
  readonly attributes: ReadonlyMap<string, string>;
  readonly parent: HtmlElement | undefined;
  readonly children: (HtmlElement | HtmlText)[];
  readonly elements: HtmlElement[];
  /** Index among the element children of its parent. */
  readonly index: number;
}

export interface HtmlText {
  readonly text: string;
  readonly areSpacesKept: boolean;
}

export const isElement = (node: HtmlElement | HtmlText | undefined): node is HtmlElement =>
  node !== undefined && 'tag' in node;

/** Parses HTML like browsers and jsoup: the result always has a document, a head and a body. */
export function parseHtml(text: string): HtmlElement {
  const root = makeElement('', false, new Map(), undefined);
  addChildren(root, parseAsJsoup(text), newlineKeeper(text));
  return root;
}

/** jsoup preserves line endings and parse5 normalizes them. Restores them when the document has one kind only. */
function newlineKeeper(text: string): (value: string) => string {
  if (!text.includes('\r')) {
    return (value) => value;
  }
  const kinds = new Set(text.match(/\r\n|\r|\n/g));
  const [kind = '\n'] = kinds;
  return (value) => {
    if (value.includes('\n') && kinds.size > 1) {
      throw new UnprovenHtml('a document with several kinds of line ends');
    }
    return value.replaceAll('\n', kind);
  };
}

function makeElement(
  tag: string,
  isForeign: boolean,
  attributes: ReadonlyMap<string, string>,
  parent: HtmlElement | undefined,
): HtmlElement {
  const index = parent?.elements.length ?? 0;
  return { tag, isForeign, attributes, parent, children: [], elements: [], index };
}

function addChildren(parent: HtmlElement, node: ParsedNode, keep: (value: string) => string): void {
  // parse5 keeps a template's content outside of the tree, jsoup within.
  const source = 'content' in node ? node.content : node;
  for (const child of 'childNodes' in source ? source.childNodes : []) {
    if ('tagName' in child) {
      const attributes = new Map(child.attrs.map(({ name, value }) => [name.toLowerCase(), keep(value)]));
      const isForeign = child.namespaceURI !== html.NS.HTML;
      const element = makeElement(child.tagName.toLowerCase(), isForeign, attributes, parent);
      parent.children.push(element);
      parent.elements.push(element);
      addChildren(element, child, keep);
    } else if ('value' in child && parent.tag !== 'script' && parent.tag !== 'style') {
      const isKept = areSpacesKept(parent);
      parent.children.push({ text: isKept ? keep(child.value) : child.value, areSpacesKept: isKept });
    }
  }
}

const keepsSpaces = new Set(['pre', 'plaintext', 'title', 'textarea']);

/** jsoup checks the element and five ancestors only. */
function areSpacesKept(element: HtmlElement): boolean {
  let each: HtmlElement | undefined = element;
  for (let level = 0; level < 6 && each; level++) {
    if (keepsSpaces.has(each.tag) && !each.isForeign) {
      return true;
    }
    each = each.parent;
  }
  return false;
}
