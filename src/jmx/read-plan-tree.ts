import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { AppError } from '../domain/errors.ts';
import { mostLevels, tooDeepToRead } from './plan-limits.ts';
import type { PlanElement, PropertyList, PropertyValue } from './plan-tree.ts';
import { decodePlan, hideControlCharacters, unhideControlCharacters } from './xml-text.ts';

/** Parses a .jmx file into a tree. Throws `plan_broken` when it is not XML or not a JMeter plan. */
export function readPlanTree(fileName: string, bytes: Uint8Array): PlanElement[] {
  const root = parse(fileName, hideControlCharacters(decodePlan(fileName, bytes)));
  if (root.tag !== 'jmeterTestPlan') {
    throw new AppError(
      'plan_broken',
      `${fileName} is not a JMeter plan: its root element is <${root.tag}>, not <jmeterTestPlan>.`,
    );
  }
  const tree = root.children.find((child) => child.tag === 'hashTree');
  return tree ? elementsOf(tree, '', fileName) : [];
}

interface XmlNode {
  tag: string;
  attributes: Record<string, string>;
  text: string;
  children: XmlNode[];
}

function parse(fileName: string, text: string): XmlNode {
  const parser = new SaxesParser({ xmlns: false, position: true });
  const top: XmlNode = { tag: '', attributes: {}, text: '', children: [] };
  const open: XmlNode[] = [top];
  parser.on('error', (error) => {
    throw new AppError('plan_broken', `${fileName} is not valid XML: ${error.message}`);
  });
  parser.on('opentag', (tag: SaxesTagPlain) => {
    const attributes = Object.fromEntries(
      Object.entries(tag.attributes).map(([name, value]) => [name, unhideControlCharacters(value)]),
    );
    const node: XmlNode = { tag: tag.name, attributes, text: '', children: [] };
    open.at(-1)?.children.push(node);
    open.push(node);
    if (open.length > mostLevels) {
      throw tooDeepToRead(fileName);
    }
  });
  const addText = (value: string) => {
    const node = open.at(-1);
    if (node) {
      node.text += unhideControlCharacters(value);
    }
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    open.pop();
  });
  parser.write(text).close();
  return top.children[0] ?? top;
}

/** Children of a hashTree are elements, and the hashTree after one holds its children. JMeter takes no other order. */
function elementsOf(tree: XmlNode, place: string, fileName: string): PlanElement[] {
  const elements: PlanElement[] = [];
  for (const [index, node] of tree.children.entries()) {
    const last = elements.at(-1);
    const isHashTree = node.tag === 'hashTree';
    if (isHashTree !== (index % 2 === 1)) {
      const problem = isHashTree
        ? 'found a <hashTree> instead of an element'
        : `found <${node.tag}> instead of the <hashTree> of the preceding element`;
      throw new AppError(
        'plan_broken',
        `JMeter cannot read ${fileName}: ${problem}${place === '' ? '' : ` in ${place}`}.`,
      );
    }
    if (!isHashTree) {
      elements.push(toElement(node, place));
    } else if (last) {
      for (const child of elementsOf(node, last.place, fileName)) last.children.push(child);
    }
  }
  return elements;
}

/** For people to find it, who read neither names of pages nor thousands of them. */
const [longestName, longestPlace] = [200, 2000];

function placeIn(place: string, name: string): string {
  const short = name.length > longestName ? `${name.slice(0, longestName)}…` : name;
  if (place === '') {
    return short;
  }
  return `${place.length > longestPlace ? `${place.slice(0, longestPlace)}…` : place} > ${short}`;
}

function toElement(node: XmlNode, place: string): PlanElement {
  const { attributes } = node;
  // The test class that is written there as well counts for nothing.
  const kind = className(attributes.elementType ?? attributes.class ?? node.tag);
  const properties = propertiesOf(node, renamed[attributes.elementType ?? kind] ?? {});
  const name = textOf(properties, 'TestElement.name') ?? attributes.testname;
  const enabled = textOf(properties, 'TestElement.enabled') ?? attributes.enabled ?? 'true';
  return {
    kind,
    guiClass: guiClassName(attributes.guiclass ?? ''),
    name: name ?? '',
    isNamed: name !== undefined,
    isEnabled: enabled.toLowerCase() === 'true',
    properties,
    children: [],
    place: placeIn(place, name || kind),
  };
}

function textOf(properties: ReadonlyMap<string, PropertyValue>, name: string): string | undefined {
  const value = properties.get(name);
  return typeof value === 'string' ? value : undefined;
}

/** Properties that had other names once, by the class as it is written; JMeter's upgrade.properties. */
const renamed: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ConstantThroughputTimer: { 'ConstantThroughputTimer.throughput': 'throughput' },
  'org.apache.jmeter.protocol.http.control.Header': { 'TestElement.name': 'Header.name' },
};

function propertiesOf(node: XmlNode, names: Readonly<Record<string, string>>): Map<string, PropertyValue> {
  const properties = new Map<string, PropertyValue>();
  for (const child of node.children) {
    const read = readProperty(child);
    if (read) {
      properties.set(names[read.name] ?? read.name, read.value);
    }
  }
  return properties;
}

function readProperty(node: XmlNode): { name: string; value: PropertyValue } | undefined {
  const name = node.attributes.name ?? childText(node, 'name') ?? '';
  switch (node.tag) {
    case 'stringProp':
    case 'intProp':
    case 'longProp':
    case 'floatProp':
      return { name, value: node.text };
    case 'boolProp':
      return { name, value: String(node.text.toLowerCase() === 'true') };
    case 'doubleProp':
    case 'FloatProperty':
      return { name, value: childText(node, 'value') ?? node.text };
    case 'collectionProp':
    case 'mapProp':
      return { name, value: listOf(node) };
    case 'elementProp':
    case 'testelementProp':
      return { name, value: toElement(node, '') };
    case 'objProp':
      return { name, value: objectOf(node) };
    default:
      return name === '' ? undefined : { name, value: node.text };
  }
}

function listOf(node: XmlNode): PropertyList {
  return { items: node.children.map(readProperty).filter((item) => item !== undefined) };
}

/** An object that XStream wrote by its fields, such as what a listener saves. */
function objectOf(node: XmlNode): PropertyList {
  const value = node.children.find((child) => child.tag === 'value');
  return { items: (value?.children ?? []).map((field) => ({ name: field.tag, value: field.text })) };
}

/** From before one class stood for all HTTP clients. */
const oldNames: Record<string, string> = {
  HTTPSampler: 'HTTPSamplerProxy',
  HTTPSampler2: 'HTTPSamplerProxy',
};

const childText = (node: XmlNode, tag: string) => node.children.find((child) => child.tag === tag)?.text;

const guiClassName = (name: string) => {
  const short = shortName(name);
  return short === 'UrlConfigGui' ? 'HttpDefaultsGui' : short;
};

const shortName = (name: string) => name.slice(name.lastIndexOf('.') + 1);

/** XStream writes `$` in class names as `_-` and `_` as `__`. Plugins keep their package: some are named like JMeter's own. */
function className(text: string): string {
  const name = text.replace(/_-|__/g, (code) => (code === '_-' ? '$' : '_'));
  const short = name.startsWith('org.apache.jmeter.') ? shortName(name) : name;
  return oldNames[short] ?? short;
}
