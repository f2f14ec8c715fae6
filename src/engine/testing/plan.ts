/** Writes plans for tests: elements with their children. */
export interface TestElement {
  kind: string;
  name: string;
  properties: string;
  isEnabled: boolean;
  guiClass?: string;
  children: TestElement[];
}

export type Value = string | number | boolean;

/** Any element, by its class, with its plain properties. */
export function element(
  kind: string,
  name: string,
  properties: Record<string, Value> = {},
  children: TestElement[] = [],
): TestElement {
  const text = Object.entries(properties)
    .map(([key, value]) => property(key, value))
    .join('');
  return { kind, name, properties: text, isEnabled: true, children };
}

/** Adds properties that are more than a text. */
function withXml(each: TestElement, xml: string): TestElement {
  return { ...each, properties: each.properties + xml };
}

function property(key: string, value: Value): string {
  const tag = typeof value === 'boolean' ? 'boolProp' : 'stringProp';
  return `<${tag} name="${key}">${escapeXml(String(value))}</${tag}>`;
}

export interface GroupSettings {
  kind?: string;
  name?: string;
  users?: Value;
  loops?: Value;
  onError?: string;
  more?: Record<string, Value>;
}

export function group(settings: GroupSettings, ...children: TestElement[]): TestElement {
  const {
    kind = 'ThreadGroup',
    name = 'Users',
    users = 1,
    loops = 1,
    onError = 'continue',
    more = {},
  } = settings;
  const each = element(
    kind,
    name,
    {
      'ThreadGroup.num_threads': users,
      'ThreadGroup.ramp_time': 0,
      'ThreadGroup.on_sample_error': onError,
      ...more,
    },
    children,
  );
  return withXml(
    each,
    `<elementProp name="ThreadGroup.main_controller" elementType="LoopController"><boolProp name="LoopController.continue_forever">false</boolProp><stringProp name="LoopController.loops">${loops}</stringProp></elementProp>`,
  );
}

export const loop = (name: string, loops: Value, ...children: TestElement[]) =>
  element(
    'LoopController',
    name,
    { 'LoopController.continue_forever': true, 'LoopController.loops': loops },
    children,
  );

export const simple = (name: string, ...children: TestElement[]) =>
  element('GenericController', name, {}, children);

export const transaction = (name: string, isParent: boolean, ...children: TestElement[]) =>
  element(
    'TransactionController',
    name,
    { 'TransactionController.parent': isParent, 'TransactionController.includeTimers': false },
    children,
  );

/** A sample without any content, known by its name. */
export const debug = (name: string, ...children: TestElement[]) =>
  element(
    'DebugSampler',
    name,
    { displayJMeterProperties: false, displayJMeterVariables: false, displaySystemProperties: false },
    children,
  );

/** User-defined variables; for the test plan's own, and as an element. */
export const variables = (values: Record<string, string>, name = 'Variables') =>
  withXml({ ...element('Arguments', name), guiClass: 'ArgumentsPanel' }, argumentsXml(values));

function argumentsXml(values: Record<string, string>): string {
  const items = Object.entries(values).map(
    ([name, value]) =>
      `<elementProp name="${escapeXml(name)}" elementType="Argument">${property('Argument.name', name)}${property('Argument.value', value)}${property('Argument.metadata', '=')}</elementProp>`,
  );
  return `<collectionProp name="Arguments.arguments">${items.join('')}</collectionProp>`;
}

/** A test plan with properties and variables of its own; without them the children are enough. */
export function planWith(
  properties: Record<string, Value>,
  values: Record<string, string>,
  ...children: TestElement[]
): string {
  const own = `<elementProp name="TestPlan.user_defined_variables" elementType="Arguments">${argumentsXml(values)}</elementProp>`;
  return file(withXml(element('TestPlan', 'Test Plan', properties, children), own));
}

export const plan = (...children: TestElement[]) => file(element('TestPlan', 'Test Plan', {}, children));

function file(root: TestElement): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<jmeterTestPlan version="1.2" properties="5.0" jmeter="5.6.3"><hashTree>${render(root)}</hashTree></jmeterTestPlan>\n`;
}

function render(each: TestElement): string {
  const { kind, name, properties, isEnabled, children } = each;
  const gui = each.guiClass ?? (kind === 'DebugSampler' ? 'TestBeanGUI' : `${kind}Gui`);
  return `<${kind} guiclass="${gui}" testclass="${kind}" testname="${escapeXml(name)}" enabled="${isEnabled}">${properties}</${kind}><hashTree>${children.map(render).join('')}</hashTree>`;
}

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#xd;')
    .replaceAll('\n', '&#xa;');
}
