import { plan as planOf, type TestElement } from '../plan.ts';

/** A plan as data that can be made at random, made smaller and written down. */
export interface PlanData {
  root: PlanNode;
  /** Files beside the plan, by name. */
  files: Record<string, string>;
  /** Users run side by side, so that only each one's own order is the same. */
  isConcurrent: boolean;
  /** Samples have texts that vary. */
  isVague: boolean;
}

export interface PlanNode {
  kind: string;
  guiClass?: string;
  name: string;
  isEnabled: boolean;
  properties: PlanProperty[];
  /** Properties that are neither texts, lists nor elements, as the file has them. */
  xml?: string;
  /** Of an Include controller: what is in the file that it names. */
  included?: PlanNode;
  children: PlanNode[];
}

export type PlanProperty = PlainProperty | ListProperty | ElementProperty;

export interface PlainProperty {
  name: string;
  /** How the file writes it; JMeter mostly does not mind which it is. */
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

/** In texts it stands for the target's port. */
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

/** The text of a plain property, or nothing. */
export function plainValue(each: PlanNode | ElementProperty, name: string): string | undefined {
  const found = each.properties.find((property) => property.name === name);
  return found && 'value' in found ? found.value : undefined;
}

/** The plan as its file has it. */
export function renderPlan({ root }: PlanData, port: number): string {
  // The file's root is the plan that `plan` makes, with this one's own properties in place of none.
  const own = toTestElement(root);
  return planOf(...own.children)
    .replace('</TestPlan>', () => `${own.properties}</TestPlan>`)
    .replaceAll(portMark, String(port));
}

/** All files beside the plan, with those that it includes. */
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
