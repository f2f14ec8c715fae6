/** A .jmx file. */
export interface Jmx {
  /** Version of the file format; empty when the file has none. */
  formatVersion: string;
  roots: PlanElement[];
  /** Classes that JMeter must find, as written, in the order of their first use. */
  classNames: string[];
}

/** An element of a JMeter plan as its file holds it: nothing is looked up, substituted or left out. */
export interface PlanElement {
  /** The class, without its package if it is JMeter's own: `HTTPSamplerProxy`. */
  kind: string;
  guiClass: string;
  name: string;
  /** False when the file gives it no name, not even an empty one. */
  isNamed: boolean;
  isEnabled: boolean;
  /** The file writes it as JMeter does: with its classes, of which none has another name now, its name and its state. */
  isFullyLabelled: boolean;
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

/** A text of a property, with the name of the innermost property that holds it. */
export interface NamedText {
  name: string;
  value: string;
}

/** All texts of the properties of an element, those of lists and inner elements too. */
export function namedTextsOf(element: PlanElement): NamedText[] {
  const found: NamedText[] = [];
  for (const [name, value] of element.properties) {
    addTexts(name, value, found);
  }
  return found;
}

/** All texts of a property, those of lists and inner elements too. */
export function textsIn(value: PropertyValue): string[] {
  const found: NamedText[] = [];
  addTexts('', value, found);
  return found.map((text) => text.value);
}

function addTexts(name: string, value: PropertyValue, found: NamedText[]): void {
  if (typeof value === 'string') {
    found.push({ name, value });
    return;
  }
  const inner =
    'items' in value ? value.items.map((item) => [item.name, item.value] as const) : value.properties;
  for (const [innerName, innerValue] of inner) {
    addTexts(innerName, innerValue, found);
  }
}

/** The enabled elements of trees, with those in them. */
export function enabledIn(roots: readonly PlanElement[]): PlanElement[] {
  const found: PlanElement[] = [];
  addEnabled(roots, found);
  return found;
}

/** To one list: joining a list per element takes time in proportion to size times depth. */
function addEnabled(elements: readonly PlanElement[], found: PlanElement[]): void {
  for (const element of elements) {
    if (element.isEnabled) {
      found.push(element);
      addEnabled(element.children, found);
    }
  }
}
