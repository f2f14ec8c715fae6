export type XmlNodeKind =
  | 'document'
  | 'element'
  | 'attribute'
  | 'namespace'
  | 'text'
  | 'cdata'
  | 'comment'
  | 'instruction';

/** A node as Xerces builds it and Xalan's paths see it. */
export interface XmlNode {
  readonly kind: XmlNodeKind;
  /** Qualified name; for a processing instruction, its target. */
  readonly name: string;
  /** Without its prefix. */
  readonly local: string;
  /** Also empty when namespaces are disabled. */
  readonly namespace: string;
  /** For attributes, texts, comments and processing instructions. */
  value: string;
  readonly parent: XmlNode | undefined;
  /** Index among the children of its parent. */
  readonly index: number;
  readonly children: XmlNode[];
  /** Includes namespace declarations; sorted by name, as in Xerces. */
  attributes: readonly XmlNode[];
  /** Position in document order. */
  order: number;
}

const isText = (node: XmlNode | undefined) => node?.kind === 'text' || node?.kind === 'cdata';

/** In paths, adjacent texts are one node, represented by the first. */
export function isSeen(node: XmlNode): boolean {
  return !isText(node) || !isText(node.parent?.children[node.index - 1]);
}

/** XPath's string-value. */
export function stringValue(node: XmlNode): string {
  switch (node.kind) {
    case 'document':
    case 'element':
      return textIn(node);
    case 'text':
    case 'cdata':
      return textRun(node);
    default:
      return node.value;
  }
}

function textIn(node: XmlNode): string {
  let text = '';
  for (const child of node.children) {
    if (child.kind === 'element') {
      text += textIn(child);
    } else if (isText(child)) {
      text += child.value;
    }
  }
  return text;
}

function textRun(first: XmlNode): string {
  const siblings = first.parent?.children ?? [];
  let text = first.value;
  for (let at = first.index + 1; isText(siblings[at]); at++) {
    text += siblings[at]?.value ?? '';
  }
  return text;
}

/** JMeter's text of a node: for an element, the value of its first child, and undefined if that is an element. */
export function nodeText(node: XmlNode): string | undefined {
  if (node.kind === 'document') {
    return undefined;
  }
  if (node.kind !== 'element') {
    return node.value;
  }
  const [first] = node.children;
  return first?.kind === 'element' ? undefined : first?.value;
}
