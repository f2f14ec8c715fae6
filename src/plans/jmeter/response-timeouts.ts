import { type PlanElement, textProperty } from './plan-tree.ts';

/** Samplers that wait for an answer, and the property that limits how long. Defaults elements use the same property. */
const timeoutProperties: Readonly<Record<string, string>> = {
  HTTPSamplerProxy: 'HTTPSampler.response_timeout',
  HTTPSampler: 'HTTPSampler.response_timeout',
  HTTPSampler2: 'HTTPSampler.response_timeout',
  TCPSampler: 'TCPSampler.timeout',
};
const mostNamed = 3;

/** Warns of samplers that wait for an answer without end, unless defaults or a Sample Timeout in their scope limit it. */
export function responseTimeoutWarnings(roots: readonly PlanElement[]): string[] {
  const found: { name: string; isLimited: boolean }[] = [];
  for (const root of roots) visit(root, [], found);
  const endless = found.filter(({ isLimited }) => !isLimited);
  if (endless.length === 0) return [];
  const names = [...new Set(endless.map(({ name }) => name))];
  const listed = names.slice(0, mostNamed).join(', ') + (names.length > mostNamed ? ', …' : '');
  const how = endless.length === found.length ? 'No sampler has' : `${endless.length} samplers do not have`;
  return [
    `${how} a response timeout (${listed}): a target that never answers holds their users until the run is stopped. Set one in HTTP Request Defaults.`,
  ];
}

/** `scope` are the elements that apply here: children of the elements above, and of this one's parent. */
function visit(
  element: PlanElement,
  scope: readonly PlanElement[],
  found: { name: string; isLimited: boolean }[],
): void {
  if (!element.isEnabled) return;
  const inner = [...scope, ...element.children.filter(({ isEnabled }) => isEnabled)];
  const property = timeoutProperties[element.kind];
  if (property !== undefined) {
    const isLimited = [element, ...inner].some((each) => limits(each, element, property));
    found.push({ name: element.name, isLimited });
  }
  for (const child of element.children) visit(child, inner, found);
}

function limits(candidate: PlanElement, sampler: PlanElement, property: string): boolean {
  if (candidate === sampler || candidate.kind === 'ConfigTestElement')
    return isSet(textProperty(candidate, property));
  return candidate.kind === 'SampleTimeout' && isSet(textProperty(candidate, 'InterruptTimer.timeout'));
}

/** A variable counts: nobody knows here what it holds. */
function isSet(text: string): boolean {
  return text.trim() !== '' && Number(text) !== 0;
}
