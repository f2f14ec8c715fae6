import { plan as planOf, type TestElement } from '../plan.ts';

/** A plan as data that can be generated, shrunk and printed. */
export interface PlanData {
  root: PlanNode;
  /** Files beside the plan, by name. */
  files: Record<string, string>;
  /** Users run concurrently, so only the order within each user is compared. */
  isConcurrent: boolean;
  /** Samples contain varying texts. */
  isVague: boolean;
}

export interface PlanNode {
  kind: string;
  guiClass?: string;
  name: string;
  isEnabled: boolean;
  properties: PlanProperty[];
  /** XML of properties other than texts, lists and elements. */
  xml?: string;
  /** Content of the file that an Include controller names. */
  included?: PlanNode;
  children: PlanNode[];
}

export type PlanProperty = PlainProperty | ListProperty | ElementProperty;

export interface PlainProperty {
  name: string;
  /** The XML element; JMeter mostly accepts any of them. */
  tag: PropertyTag;
  value: string;
}

export type PropertyTag = 'stringProp' | 'boolProp' | 'intProp' | 'longProp' | 'doubleProp';

export interface ListProperty {
  name: string;
  items: PlanProperty[];
}

export interface ElementProperty {
  name: string;
  kind: string;
  properties: PlanProperty[];
}

/** Placeholder for the target's port. */
export const portMark = '(port)';

export const text = (name: string, value: string): PlainProperty => ({ name, tag: 'stringProp', value });
export const flag = (name: string, value: boolean): PlainProperty => ({
  name,
  tag: 'boolProp',
  value: String(value),
});

export function node(
  kind: string,
  name: string,
  properties: PlanProperty[] = [],
  children: PlanNode[] = [],
): PlanNode {
  return { kind, name, isEnabled: true, properties, children };
}

/** The text of a plain property; undefined if there is none. */
export function plainValue(each: PlanNode | ElementProperty, name: string): string | undefined {
  const found = each.properties.find((property) => property.name === name);
  return found && 'value' in found ? found.value : undefined;
}

/** The plan as XML. */
export function renderPlan({ root }: PlanData, port: number): string {
  // `planOf` makes the root, without properties: add those of this plan.
  const own = toTestElement(root);
  return planOf(...own.children)
    .replace('</TestPlan>', () => `${own.properties}</TestPlan>`)
    .replaceAll(portMark, String(port));
}

/** All files beside the plan, including those of Include controllers. */
export function filesOf({ root, files }: PlanData): Record<string, string> {
  const all = { ...files };
  const visit = (each: PlanNode) => {
    if (each.included) {
      all[plainValue(each, includePath) ?? ''] = planOf(toTestElement(each.included));
      visit(each.included);
    }
    each.children.forEach(visit);
  };
  visit(root);
  return all;
}

export const includePath = 'IncludeController.includepath';

function toTestElement(each: PlanNode): TestElement {
  const { kind, guiClass, name, isEnabled, properties, xml = '', children } = each;
  return {
    kind,
    name,
    isEnabled,
    properties: renderProperties(properties) + xml,
    children: children.map(toTestElement),
    ...(guiClass === undefined ? {} : { guiClass }),
  };
}

export function renderProperties(properties: readonly PlanProperty[]): string {
  return properties
    .map((each) => {
      const name = escapeXml(each.name);
      if ('items' in each) {
        return `<collectionProp name="${name}">${renderProperties(each.items)}</collectionProp>`;
      }
      if ('properties' in each) {
        return `<elementProp name="${name}" elementType="${each.kind}">${renderProperties(each.properties)}</elementProp>`;
      }
      return `<${each.tag} name="${name}">${escapeXml(each.value)}</${each.tag}>`;
    })
    .join('');
}

function escapeXml(written: string): string {
  return written
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#xd;')
    .replaceAll('\n', '&#xa;');
}
