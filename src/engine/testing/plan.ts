/** Writes plans for tests: elements with their children. */
export interface TestElement {
  kind: string;
  name: string;
  properties: string;
  isEnabled: boolean;
  children: TestElement[];
}

export type Value = string | number | boolean;

function element(
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
  users?: Value;
  loops?: Value;
  onError?: string;
  more?: Record<string, Value>;
}

export function group(settings: GroupSettings, ...children: TestElement[]): TestElement {
  const { users = 1, loops = 1, onError = 'continue', more = {} } = settings;
  const each = element(
    'ThreadGroup',
    'Users',
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

export function plan(...children: TestElement[]): string {
  const root = element('TestPlan', 'Test Plan', {}, children);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<jmeterTestPlan version="1.2" properties="5.0" jmeter="5.6.3"><hashTree>${render(root)}</hashTree></jmeterTestPlan>\n`;
}

function render(each: TestElement): string {
  const { kind, name, properties, isEnabled, children } = each;
  const gui = kind === 'DebugSampler' ? 'TestBeanGUI' : `${kind}Gui`;
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
