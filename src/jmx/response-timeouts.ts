import { type PlanElement, textProperty } from './plan-tree.ts';

/** Samplers that wait for a response, and their timeout property. Defaults elements use the same property. */
const timeoutProperties: Readonly<Record<string, string>> = {
  HTTPSamplerProxy: 'HTTPSampler.response_timeout',
  HTTPSampler: 'HTTPSampler.response_timeout',
  HTTPSampler2: 'HTTPSampler.response_timeout',
  TCPSampler: 'TCPSampler.timeout',
};
const allProperties = [...new Set(Object.values(timeoutProperties))];
const mostNamed = 3;

/** Warns of samplers without a response timeout of their own, of their defaults or of a Sample Timeout in scope. */
export function responseTimeoutWarnings(roots: readonly PlanElement[]): string[] {
  const found: { name: string; isLimited: boolean }[] = [];
  for (const root of roots) visit(root, new Set(), found);
  const endless = found.filter(({ isLimited }) => !isLimited);
  if (endless.length === 0) return [];
  const names = [...new Set(endless.map(({ name }) => name))];
  const listed = names.slice(0, mostNamed).join(', ') + (names.length > mostNamed ? ', …' : '');
  const how = endless.length === found.length ? 'No sampler has' : `${endless.length} samplers do not have`;
  return [
    `${how} a response timeout (${listed}): a target that never responds blocks their virtual users until the run is stopped. Set one in HTTP Request Defaults.`,
  ];
}

/** `limited`: timeout properties that are set in scope by defaults or a Sample Timeout. */
function visit(
  element: PlanElement,
  limited: ReadonlySet<string>,
  found: { name: string; isLimited: boolean }[],
): void {
  if (!element.isEnabled) return;
  const inner = new Set(limited);
  for (const child of element.children) {
    for (const property of limitsOf(child)) inner.add(property);
  }
  const property = timeoutProperties[element.kind];
  if (property !== undefined) {
    const isLimited = inner.has(property) || isSet(textProperty(element, property));
    found.push({ name: element.name, isLimited });
  }
  for (const child of element.children) visit(child, inner, found);
}

/** The timeout properties that an element sets for the samplers in its scope. */
function limitsOf(element: PlanElement): readonly string[] {
  if (!element.isEnabled) return [];
  if (element.kind === 'ConfigTestElement')
    return allProperties.filter((property) => isSet(textProperty(element, property)));
  const isTimeout =
    element.kind === 'SampleTimeout' && isSet(textProperty(element, 'InterruptTimer.timeout'));
  return isTimeout ? allProperties : [];
}

/** A variable counts as a timeout, because its value is unknown here. */
function isSet(text: string): boolean {
  return text.trim() !== '' && Number(text) !== 0;
}
