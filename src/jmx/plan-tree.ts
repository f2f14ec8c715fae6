/** A JMeter plan as its file holds it: nothing is looked up, substituted or left out. */
export interface PlanElement {
  /** The class, without its package if it is JMeter's own: `HTTPSamplerProxy`. */
  kind: string;
  guiClass: string;
  name: string;
  /** False when the file gives it no name, not even an empty one. */
  isNamed: boolean;
  isEnabled: boolean;
  properties: ReadonlyMap<string, PropertyValue>;
  children: PlanElement[];
  /** Where it is, for sentences: `Test Plan > Users > GET /`. */
  place: string;
}

/** Text (numbers and booleans too), a list or map in the order of the file, or an element within an element. */
export type PropertyValue = string | PropertyList | PlanElement;

export interface PropertyList {
  items: { name: string; value: PropertyValue }[];
}

export function textProperty(element: PlanElement, name: string, fallback = ''): string {
  const value = element.properties.get(name);
  return typeof value === 'string' ? value : fallback;
}

/** As JMeter reads booleans: `true` in any case, and nothing else. */
export function booleanProperty(element: PlanElement, name: string, fallback = false): boolean {
  const value = element.properties.get(name);
  return typeof value === 'string' ? value.toLowerCase() === 'true' : fallback;
}

export function listProperty(element: PlanElement, name: string): PropertyList['items'] {
  const value = element.properties.get(name);
  return isList(value) ? value.items : [];
}

export function elementProperty(element: PlanElement, name: string): PlanElement | undefined {
  const value = element.properties.get(name);
  return isElement(value) ? value : undefined;
}

function isList(value: PropertyValue | undefined): value is PropertyList {
  return typeof value === 'object' && 'items' in value;
}

export function isElement(value: PropertyValue | undefined): value is PlanElement {
  return typeof value === 'object' && 'kind' in value;
}

/** All texts of a property, those of lists and inner elements too. */
export function* textsIn(value: PropertyValue): Generator<string> {
  if (typeof value === 'string') {
    yield value;
    return;
  }
  const inner = 'items' in value ? value.items.map((item) => item.value) : [...value.properties.values()];
  for (const each of inner) {
    yield* textsIn(each);
  }
}
