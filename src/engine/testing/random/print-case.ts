import {
  filesOf,
  type PlainProperty,
  type PlanData,
  type PlanNode,
  type PlanProperty,
  portMark,
  renderProperties,
} from './plan-data.ts';

/** The source of a plan, in the form of the `.differential.ts` files. */
export function printCase(name: string, plan: PlanData): string {
  const { root, isConcurrent, isVague } = plan;
  const files = filesOf(plan);
  const variables = variablesOf(root);
  const own = root.properties.filter((each) => each.name !== variablesName);
  const children = root.children.map((each) => `${printNode(each)},\n`).join('');
  return [
    '{',
    `name: ${quote(name)},`,
    `plan: ({ port }) => planWith(${printPlain(own.filter(isPlain))}, ${JSON.stringify(variables)},\n${children}),`,
    "properties: { given: 'by property' },",
    ...(Object.keys(files).length > 0 ? [`files: ${JSON.stringify(files)},`] : []),
    ...(isConcurrent ? ['isConcurrent: true,'] : []),
    ...(isVague ? ['// Boundaries, times and sizes in it vary: as-case.ts brings them into one form.'] : []),
    '}',
  ].join('\n');
}

const variablesName = 'TestPlan.user_defined_variables';

function variablesOf(root: PlanNode): Record<string, string> {
  const found = root.properties.find(({ name }) => name === variablesName);
  const lists = found && 'properties' in found ? found.properties : [];
  const items = lists.flatMap((each) => ('items' in each ? each.items : []));
  return Object.fromEntries(
    items.flatMap((each) => {
      const [name, value] = 'properties' in each ? each.properties : [];
      return name && 'value' in name && value && 'value' in value ? [[name.value, value.value]] : [];
    }),
  );
}

function printNode(each: PlanNode): string {
  const { kind, name, guiClass, isEnabled, properties, xml = '', children } = each;
  const plain = properties.filter(isPlain);
  const rest = properties.filter((property) => !isPlain(property));
  const inner = children.map((child) => `\n${printNode(child)},`).join('');
  const more = [
    ...(guiClass === undefined ? [] : [`guiClass: ${quote(guiClass)}`]),
    ...(isEnabled ? [] : ['isEnabled: false']),
  ];
  const made = `element(${quote(kind)}, ${quote(name)}, ${printPlain(plain)}${inner === '' ? '' : `, [${inner}\n]`})`;
  const whole = more.length === 0 ? made : `{ ...${made}, ${more.join(', ')} }`;
  const odd = renderProperties(rest) + xml;
  return odd === '' ? whole : `withXml(${whole}, ${quoteWithPort(odd)})`;
}

const isPlain = (each: PlanProperty): each is PlainProperty =>
  'value' in each &&
  (each.tag === 'stringProp' || (each.tag === 'boolProp' && /^(true|false)$/.test(each.value)));

function printPlain(properties: readonly PlainProperty[]): string {
  const lines = properties.map(
    ({ name, tag, value }) =>
      `${quote(name)}: ${tag === 'boolProp' ? value : value === portMark ? 'port' : quote(value)}`,
  );
  return `{ ${lines.join(', ')} }`;
}

const quote = (text: string) =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

const quoteWithPort = (xml: string) =>
  xml.includes(portMark)
    ? `\`${xml.replaceAll(/[\\`]|\$\{/g, '\\$&').replaceAll(portMark, '${port}')}\``
    : quote(xml);
