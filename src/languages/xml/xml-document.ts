import { SaxesParser } from 'saxes';
import { explainBrokenXml } from './broken-xml.ts';
import type { XmlNode, XmlNodeKind } from './xml-node.ts';

/** Not well-formed XML, with Xerces's message where it is known. */
export class BrokenXml extends Error {}

/** A document with an internal DTD subset or an unusual encoding, which only Apache JMeter supports. */
export class UnprovenXml extends Error {}

const entityName = /^[\p{L}_:][\p{L}\p{N}\p{M}_:.\u00b7-]*$/u;

/** Parses a document. Nothing is downloaded: an external DTD counts as empty, as in JMeter. */
export function parseXml(text: string, isNamespaceAware: boolean): XmlNode {
  const builder = new TreeBuilder();
  const parser = new SaxesParser({ xmlns: isNamespaceAware, position: false });
  parser.on('error', (error) => {
    throw new BrokenXml(explainBrokenXml(text, isNamespaceAware) ?? error.message);
  });
  parser.on('doctype', (declaration) => {
    if (declaration.includes('[')) {
      throw new UnprovenXml('a document with an internal DTD subset');
    }
    if (/\s(PUBLIC|SYSTEM)\s/.test(declaration)) {
      // Entities that the external DTD may declare are empty.
      parser.ENTITIES = new Proxy(parser.ENTITIES, {
        get: (known, name: string) => known[name] ?? (entityName.test(name) ? '' : undefined),
      });
    }
  });
  parser.on('opentag', (tag) => {
    builder.open(tag.name, tag.uri ?? '');
    builder.setAttributes(Object.entries<AttributeValue>(tag.attributes));
  });
  parser.on('closetag', () => builder.close());
  parser.on('text', (value) => builder.addText('text', value));
  parser.on('cdata', (value) => builder.addText('cdata', value));
  parser.on('comment', (value) => builder.add('comment', '', value));
  parser.on('processinginstruction', ({ target, body }) => builder.add('instruction', target, body));
  parser.write(text).close();
  return builder.root;
}

/** A string when namespaces are disabled. */
type AttributeValue = string | { uri: string; value: string };

class TreeBuilder {
  #count = 0;
  readonly root: XmlNode = this.#make('document', '', '', '', undefined);
  #current = this.root;

  open(name: string, namespace: string): void {
    const node = this.#make('element', name, namespace, '', this.#current);
    this.#current.children.push(node);
    this.#current = node;
  }

  setAttributes(attributes: [name: string, value: AttributeValue][]): void {
    this.#current.attributes = attributes
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([name, attribute]) => {
        const isDeclaration = name === 'xmlns' || name.startsWith('xmlns:');
        const plain = typeof attribute === 'string' ? { uri: '', value: attribute } : attribute;
        const kind = isDeclaration ? 'namespace' : 'attribute';
        return this.#make(kind, name, plain.uri, plain.value, this.#current);
      });
  }

  close(): void {
    this.#current = this.#current.parent ?? this.root;
  }

  addText(kind: 'text' | 'cdata', value: string): void {
    if (this.#current !== this.root) {
      this.add(kind, '', value);
    }
  }

  add(kind: XmlNodeKind, name: string, value: string): void {
    this.#current.children.push(this.#make(kind, name, '', value, this.#current));
  }

  #make(
    kind: XmlNodeKind,
    name: string,
    namespace: string,
    value: string,
    parent: XmlNode | undefined,
  ): XmlNode {
    const index = parent?.children.length ?? 0;
    const order = this.#count++;
    const local = name.slice(name.indexOf(':') + 1);
    return { kind, name, local, namespace, value, parent, index, children: [], attributes: [], order };
  }
}
