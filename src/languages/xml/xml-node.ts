export type XmlNodeKind =
  | 'document'
  | 'element'
  | 'attribute'
  | 'namespace'
  | 'text'
  | 'cdata'
  | 'comment'
  | 'instruction';

/** A node of a document as Xerces builds it, and as Xalan's paths see it. */
export interface XmlNode {
  readonly kind: XmlNodeKind;
  /** As written, with its prefix; the target of an instruction. */
  readonly name: string;
  /** Without its prefix. */
  readonly local: string;
  /** Empty also where namespaces are not looked at. */
  readonly namespace: string;
  /** Of attributes, texts, comments and instructions. */
  value: string;
  readonly parent: XmlNode | undefined;
  /** Its place among the children of its parent. */
  readonly index: number;
  readonly children: XmlNode[];
  /** Declarations of namespaces too; sorted by name, as Xerces keeps them. */
  attributes: readonly XmlNode[];
  /** Counts the nodes of a document in its order. */
  order: number;
}

const isText = (node: XmlNode | undefined) => node?.kind === 'text' || node?.kind === 'cdata';

/** To a path, texts that touch are one node, and the first stands for them. */
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

/** What JMeter takes for the text of a node: of an element its first child's, and nothing if that is an element. */
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
