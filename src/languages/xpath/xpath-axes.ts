import { isSeen, type XmlNode } from '../xml/xml-node.ts';
import type { Axis } from './xpath-expression.ts';

/** The nodes along an axis, nearest first. */
export const walk: Record<Axis, (node: XmlNode) => XmlNode[]> = {
  ancestor: (node) => (node.parent ? walk['ancestor-or-self'](node.parent) : []),
  'ancestor-or-self': (node) => {
    const found: XmlNode[] = [];
    for (let each: XmlNode | undefined = node; each; each = each.parent) {
      found.push(each);
    }
    return found;
  },
  attribute: (node) => node.attributes.filter(({ kind }) => kind === 'attribute'),
  child: (node) => node.children.filter(isSeen),
  descendant: (node) => {
    const found: XmlNode[] = [];
    addDescendants(node, found);
    return found;
  },
  'descendant-or-self': (node) => {
    const found = [node];
    addDescendants(node, found);
    return found;
  },
  following: (node) => {
    const found: XmlNode[] = [];
    if (isAttribute(node) && node.parent) {
      addDescendants(node.parent, found);
    }
    for (const each of walk['ancestor-or-self'](isAttribute(node) && node.parent ? node.parent : node)) {
      for (const sibling of walk['following-sibling'](each)) {
        found.push(sibling);
        addDescendants(sibling, found);
      }
    }
    return found;
  },
  'following-sibling': (node) =>
    isAttribute(node) ? [] : (node.parent?.children.slice(node.index + 1).filter(isSeen) ?? []),
  parent: (node) => (node.parent ? [node.parent] : []),
  preceding: (node) => {
    const found: XmlNode[] = [];
    for (const each of walk['ancestor-or-self'](isAttribute(node) && node.parent ? node.parent : node)) {
      for (const sibling of walk['preceding-sibling'](each)) {
        for (const inside of walk['descendant-or-self'](sibling).reverse()) found.push(inside);
      }
    }
    return found;
  },
  'preceding-sibling': (node) =>
    isAttribute(node) ? [] : (node.parent?.children.slice(0, node.index).filter(isSeen).reverse() ?? []),
  self: (node) => [node],
};

const isAttribute = (node: XmlNode) => node.kind === 'attribute' || node.kind === 'namespace';

function addDescendants(node: XmlNode, found: XmlNode[]): void {
  for (const child of node.children) {
    if (isSeen(child)) {
      found.push(child);
      addDescendants(child, found);
    }
  }
}
