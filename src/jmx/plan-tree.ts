/** A .jmx file. */
export interface Jmx {
  /** Version of the file format; empty when the file has none. */
  formatVersion: string;
  roots: PlanElement[];
  /** Classes that JMeter must find, as written, in the order of their first use. */
  classNames: string[];
}

/** An element of a JMeter plan as in its file: nothing is evaluated, replaced or omitted. */
export interface PlanElement {
  /** The class, without its package if it is JMeter's own: `HTTPSamplerProxy`. */
  kind: string;
  guiClass: string;
  name: string;
  /** False if the file has no name for it, not even an empty one. */
  isNamed: boolean;
  isEnabled: boolean;
  /** Whether the element has all attributes that JMeter writes: class and GUI class by current name, name and state. */
  isFullyLabelled: boolean;
  properties: ReadonlyMap<string, PropertyValue>;
  children: PlanElement[];
  /** Path for messages: `Test Plan > Users > GET /`. */
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

/** Parses booleans like JMeter: only `true`, in any case, is true. */
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

/** All texts of the properties of an element, including those in lists and inner elements. */
export function namedTextsOf(element: PlanElement): NamedText[] {
  const found: NamedText[] = [];
  for (const [name, value] of element.properties) {
    addTexts(name, value, found);
  }
  return found;
}

/** All texts of a property, including those in lists and inner elements. */
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

/** All enabled elements of trees; none within disabled elements. */
export function enabledIn(roots: readonly PlanElement[]): PlanElement[] {
  const found: PlanElement[] = [];
  addEnabled(roots, found);
  return found;
}

/** Appends to one list: concatenating a list per element takes time proportional to size times depth. */
function addEnabled(elements: readonly PlanElement[], found: PlanElement[]): void {
  for (const element of elements) {
    if (element.isEnabled) {
      found.push(element);
      addEnabled(element.children, found);
    }
  }
}
