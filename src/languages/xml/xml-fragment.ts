import type { XmlNode } from './xml-node.ts';

type Namespaces = ReadonlyMap<string, string>;

/** Serializes an element like Saxon, which JMeter uses for this, with all namespaces in scope. */
export function xmlFragment(element: XmlNode): string {
  const inherited = new Map<string, string>();
  for (const [name, value] of inScope(element.parent)) {
    inherited.set(name, value);
  }
  const declared = new Map([...inherited, ...declarations(element, inherited)]);
  return elementText(element, declared, declared);
}

function inScope(node: XmlNode | undefined): [name: string, value: string][] {
  return node ? [...inScope(node.parent), ...ownDeclarations(node)] : [];
}

const ownDeclarations = (node: XmlNode): [name: string, value: string][] =>
  node.attributes.filter(({ kind }) => kind === 'namespace').map(({ name, value }) => [name, value]);

/**
 * Namespace declarations that differ from the inherited ones. An element without a namespace resets an inherited
 * default namespace.
 */
function declarations(element: XmlNode, known: Namespaces): Map<string, string> {
  const own = new Map(ownDeclarations(element));
  if (element.namespace === '' && !own.has('xmlns') && known.get('xmlns')) {
    own.set('xmlns', '');
  }
  for (const [name, value] of own) {
    if ((known.get(name) ?? '') === value) {
      own.delete(name);
    }
  }
  return own;
}

function elementText(element: XmlNode, declared: Namespaces, known: Namespaces): string {
  const names = [...declared.keys()].sort();
  const attributes = element.attributes.filter(({ kind }) => kind === 'attribute');
  const start = `<${element.name}${names.map((name) => attributeText(name, declared.get(name) ?? '')).join('')}${attributes
    .map(({ name, value }) => attributeText(name, value))
    .join('')}`;
  return element.children.length === 0
    ? `${start}/>`
    : `${start}>${element.children.map((child) => childText(child, known)).join('')}</${element.name}>`;
}

function childText(node: XmlNode, known: Namespaces): string {
  switch (node.kind) {
    case 'element': {
      const declared = declarations(node, known);
      return elementText(node, declared, declared.size === 0 ? known : new Map([...known, ...declared]));
    }
    case 'comment':
      return `<!--${node.value}-->`;
    case 'instruction':
      return `<?${node.name}${node.value === '' ? '' : ` ${node.value}`}?>`;
    default:
      return escapeText(node.value);
  }
}

const attributeText = (name: string, value: string) =>
  ` ${name}="${escapeText(value).replaceAll('"', '&#34;').replaceAll('\n', '&#xA;').replaceAll('\t', '&#x9;')}"`;

function escapeText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#xD;')
    .replaceAll(/[\u007f-\u009f\u2028]/g, (sign) => `&#x${sign.charCodeAt(0).toString(16)};`);
}
