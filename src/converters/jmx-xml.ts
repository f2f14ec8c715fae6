/** An element of a JMeter plan with its children. */
export interface JmxElement {
  kind: string;
  guiClass: string;
  name: string;
  /** XML of the properties, by the functions of this file. */
  properties: string[];
  children: JmxElement[];
}

export function element(
  kind: string,
  guiClass: string,
  name: string,
  properties: string[],
  children: JmxElement[] = [],
): JmxElement {
  return { kind, guiClass, name, properties, children };
}

export const text = (name: string, value: string | number) =>
  `<stringProp name="${escapeXml(name)}">${escapeXml(String(value))}</stringProp>`;

export const flag = (name: string, value: boolean) => `<boolProp name="${name}">${value}</boolProp>`;

export const int = (name: string, value: number) => `<intProp name="${name}">${value}</intProp>`;

export const list = (name: string, items: readonly string[]) =>
  `<collectionProp name="${name}">${items.join('')}</collectionProp>`;

/** A named element is one whose own name matters, such as a cookie. */
export const namedInner = (name: string, type: string, properties: readonly string[]) =>
  `<elementProp name="${escapeXml(name)}" elementType="${type}" testname="${escapeXml(name)}">${properties.join('')}</elementProp>`;

export const inner = (name: string, type: string, properties: readonly string[]) =>
  `<elementProp name="${escapeXml(name)}" elementType="${type}">${properties.join('')}</elementProp>`;

/** The file of a plan, one element or property per line. */
export function renderJmx(plan: JmxElement): string {
  const lines = ['<?xml version="1.0" encoding="UTF-8"?>'];
  lines.push('<jmeterTestPlan version="1.2" properties="5.0" jmeter="5.6.3">');
  addTree([plan], '  ', lines);
  lines.push('</jmeterTestPlan>', '');
  return lines.join('\n');
}

function addTree(elements: readonly JmxElement[], indent: string, lines: string[]): void {
  if (elements.length === 0) {
    lines.push(`${indent}<hashTree/>`);
    return;
  }
  lines.push(`${indent}<hashTree>`);
  for (const { kind, guiClass, name, properties, children } of elements) {
    const within = `${indent}  `;
    const attributes = `guiclass="${guiClass}" testclass="${kind}" testname="${escapeXml(name)}" enabled="true"`;
    if (properties.length === 0) lines.push(`${within}<${kind} ${attributes}/>`);
    else {
      lines.push(`${within}<${kind} ${attributes}>`);
      for (const property of properties) lines.push(`${within}  ${property}`);
      lines.push(`${within}</${kind}>`);
    }
    addTree(children, within, lines);
  }
  lines.push(`${indent}</hashTree>`);
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#xd;',
  '\n': '&#xa;',
  '\t': '&#x9;',
};

/** Characters that XML cannot contain are replaced. */
function escapeXml(value: string): string {
  return value
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '\uFFFD')
    .replace(/[&<>"\r\n\t]/g, (character) => entities[character] ?? character);
}
