/** An element of a test plan, with its children. `properties` is XML. */
export interface TestElement {
  kind: string;
  name: string;
  properties: string;
  isEnabled: boolean;
  guiClass?: string;
  children: TestElement[];
}

export type Value = string | number | boolean;

/** An element with plain properties; `kind` is its class. */
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

/** Adds properties as XML, such as lists. */
export function withXml(each: TestElement, xml: string): TestElement {
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
  /** Name of the main loop controller, which JMeter uses for its loop-index variable. */
  loopName?: string;
  onError?: string;
  more?: Record<string, Value>;
}

export function group(settings: GroupSettings, ...children: TestElement[]): TestElement {
  const {
    kind = 'ThreadGroup',
    name = 'Users',
    users = 1,
    loops = 1,
    loopName,
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
    `<elementProp name="ThreadGroup.main_controller" elementType="LoopController"${loopName === undefined ? '' : ` testname="${loopName}"`}><boolProp name="LoopController.continue_forever">false</boolProp><stringProp name="LoopController.loops">${loops}</stringProp></elementProp>`,
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

/** A Debug sampler without content. */
export const debug = (name: string, ...children: TestElement[]) =>
  element(
    'DebugSampler',
    name,
    { displayJMeterProperties: false, displayJMeterVariables: false, displaySystemProperties: false },
    children,
  );

export interface HttpSettings {
  port: number;
  path?: string;
  method?: string;
  /** An argument with an empty name makes a raw body. */
  params?: { name: string; value: string; isEncoded?: boolean; metadata?: string }[];
  more?: Record<string, Value>;
}

/** An HTTP sampler with the settings of JMeter's GUI: follows redirects and keeps connections by default. */
export function http(name: string, settings: HttpSettings, ...children: TestElement[]): TestElement {
  const { port, path = '/', method = 'GET', params = [], more = {} } = settings;
  const each = element(
    'HTTPSamplerProxy',
    name,
    {
      'HTTPSampler.domain': '127.0.0.1',
      'HTTPSampler.port': port,
      'HTTPSampler.protocol': '',
      'HTTPSampler.path': path,
      'HTTPSampler.method': method,
      'HTTPSampler.follow_redirects': true,
      'HTTPSampler.auto_redirects': false,
      'HTTPSampler.use_keepalive': true,
      ...more,
    },
    children,
  );
  return withXml({ ...each, guiClass: 'HttpTestSampleGui' }, httpArguments(params));
}

export function httpArguments(params: NonNullable<HttpSettings['params']>): string {
  const items = params.map(
    ({ name, value, isEncoded = false, metadata = '=' }) =>
      `<elementProp name="${escapeXml(name)}" elementType="HTTPArgument">${property('HTTPArgument.always_encode', isEncoded)}${property('Argument.name', name)}${property('Argument.value', value)}${property('Argument.metadata', metadata)}</elementProp>`,
  );
  return `<elementProp name="HTTPsampler.Arguments" elementType="Arguments"><collectionProp name="Arguments.arguments">${items.join('')}</collectionProp></elementProp>`;
}

export const headers = (...lines: [string, string][]) =>
  withXml(
    { ...element('HeaderManager', 'Headers'), guiClass: 'HeaderPanel' },
    `<collectionProp name="HeaderManager.headers">${lines.map(([name, value]) => `<elementProp name="" elementType="Header">${property('Header.name', name)}${property('Header.value', value)}</elementProp>`).join('')}</collectionProp>`,
  );

/** User-defined variables, as an element. */
export const variables = (values: Record<string, string>, name = 'Variables') =>
  withXml({ ...element('Arguments', name), guiClass: 'ArgumentsPanel' }, argumentsXml(values));

function argumentsXml(values: Record<string, string>): string {
  const items = Object.entries(values).map(
    ([name, value]) =>
      `<elementProp name="${escapeXml(name)}" elementType="Argument">${property('Argument.name', name)}${property('Argument.value', value)}${property('Argument.metadata', '=')}</elementProp>`,
  );
  return `<collectionProp name="Arguments.arguments">${items.join('')}</collectionProp>`;
}

/** A test plan with properties and variables; `plan` has neither. */
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

/** Elements whose GUI JMeter generates (TestBeanGUI). */
const testBeans = new Set([
  'ConstantThroughputTimer',
  'CSVDataSet',
  'DebugPostProcessor',
  'DebugSampler',
  'KeystoreConfig',
  'RandomVariableConfig',
  'SyncTimer',
]);

function render(each: TestElement): string {
  const { kind, name, properties, isEnabled, children } = each;
  const gui = each.guiClass ?? (testBeans.has(kind) ? 'TestBeanGUI' : `${kind}Gui`);
  return `<${kind} guiclass="${gui}" testclass="${kind}" testname="${escapeXml(name)}" enabled="${isEnabled}">${properties}</${kind}><hashTree>${children.map(render).join('')}</hashTree>`;
}

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#xd;')
    .replaceAll('\n', '&#xa;');
}

/** A list of texts as the XML of a property. */
export const strings = (name: string, values: readonly string[]) =>
  `<collectionProp name="${name}">${values.map((value, index) => property(String(index), value)).join('')}</collectionProp>`;
