import { clipText } from '../lib/clip.ts';
import type { XmlNode } from './parse-xml.ts';
import type { PlanElement, PropertyList, PropertyValue } from './plan-tree.ts';

/** Maximum lengths in `place`, which messages contain. */
const [longestName, longestPlace] = [200, 2000];

/** Reads a test element with its properties. Its children are in the hashTree that follows it. */
export function readElement(node: XmlNode, place: string): PlanElement {
  const { attributes } = node;
  // JMeter ignores the attribute testclass.
  const kind = kindOf(attributes.elementType ?? attributes.class ?? node.tag);
  const properties = propertiesOf(node, renamed.get(attributes.elementType ?? kind));
  const name = textOf(properties, 'TestElement.name') ?? attributes.testname;
  const enabled = textOf(properties, 'TestElement.enabled') ?? attributes.enabled ?? 'true';
  return {
    kind,
    guiClass: guiClassName(attributes.guiclass ?? ''),
    name: name ?? '',
    isNamed: name !== undefined,
    isEnabled: enabled.toLowerCase() === 'true',
    isFullyLabelled: isFullyLabelled(node, kind),
    properties,
    children: [],
    place: placeIn(place, name || kind),
  };
}

function isFullyLabelled({ tag, attributes }: XmlNode, kind: string): boolean {
  const { guiclass, testclass, testname, enabled } = attributes;
  return (
    testclass === tag &&
    testclass === kind &&
    guiclass === guiClassName(guiclass ?? '') &&
    testname !== undefined &&
    enabled !== undefined
  );
}

function placeIn(place: string, name: string): string {
  const short = clipText(name, longestName);
  if (place === '') {
    return short;
  }
  return `${clipText(place, longestPlace)} > ${short}`;
}

function textOf(properties: ReadonlyMap<string, PropertyValue>, name: string): string | undefined {
  const value = properties.get(name);
  return typeof value === 'string' ? value : undefined;
}

/** Renamed properties by class name (as written), from JMeter's upgrade.properties. */
const renamed: ReadonlyMap<string, Renaming> = new Map([
  ['ConstantThroughputTimer', { from: 'ConstantThroughputTimer.throughput', to: 'throughput' }],
  ['org.apache.jmeter.protocol.http.control.Header', { from: 'TestElement.name', to: 'Header.name' }],
]);

interface Renaming {
  from: string;
  to: string;
}

function propertiesOf(node: XmlNode, renaming: Renaming | undefined): Map<string, PropertyValue> {
  const properties = new Map<string, PropertyValue>();
  for (const child of node.children) {
    const read = readProperty(child);
    if (read) {
      properties.set(read.name === renaming?.from ? renaming.to : read.name, read.value);
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
      return { name, value: readElement(node, '') };
    case 'objProp':
      return { name, value: objectOf(node) };
    default:
      return name === '' ? undefined : { name, value: node.children.length > 0 ? fieldsOf(node) : node.text };
  }
}

function listOf(node: XmlNode): PropertyList {
  return { items: node.children.map(readProperty).filter((item) => item !== undefined) };
}

/** An object that XStream wrote field by field, such as the saveConfig of a listener. */
function objectOf(node: XmlNode): PropertyList {
  return fieldsOf(node.children.find((child) => child.tag === 'value'));
}

function fieldsOf(object: XmlNode | undefined): PropertyList {
  const valueIn = (field: XmlNode) => (field.children.length > 0 ? fieldsOf(field) : field.text);
  return { items: (object?.children ?? []).map((field) => ({ name: field.tag, value: valueIn(field) })) };
}

/** Classes of JMeter versions with one class per HTTP client. */
const oldNames: ReadonlyMap<string, string> = new Map([
  ['HTTPSampler', 'HTTPSamplerProxy'],
  ['HTTPSampler2', 'HTTPSamplerProxy'],
]);

const childText = (node: XmlNode, tag: string) => node.children.find((child) => child.tag === tag)?.text;

const guiClassName = (name: string) => {
  const short = shortName(name);
  return short === 'UrlConfigGui' ? 'HttpDefaultsGui' : short;
};

const shortName = (name: string) => name.slice(name.lastIndexOf('.') + 1);

/** XStream writes `$` in class names as `_-` and `_` as `__`. */
export const decodeClassName = (written: string) =>
  written.replace(/_-|__/g, (code) => (code === '_-' ? '$' : '_'));

/** Plugins keep their package, because some have the class names of JMeter's own elements. */
function kindOf(written: string): string {
  const name = decodeClassName(written);
  const short = name.startsWith('org.apache.jmeter.') ? shortName(name) : name;
  return oldNames.get(short) ?? short;
}
