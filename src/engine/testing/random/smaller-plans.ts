import type { PlanData, PlanNode, PlanProperty } from './plan-data.ts';

/** All plans that are one step simpler, the largest steps first. */
export function* smallerPlans(plan: PlanData): Generator<PlanData> {
  for (const root of smallerNodes(plan.root)) {
    yield { ...plan, root };
  }
  for (const [name, content] of Object.entries(plan.files)) {
    const { [name]: _gone, ...others } = plan.files;
    yield { ...plan, files: others };
    const lines = content.split('\n');
    for (const at of lines.keys()) {
      yield { ...plan, files: { ...plan.files, [name]: lines.toSpliced(at, 1).join('\n') } };
    }
  }
}

/** Plans without these properties are not valid, or write files outside the folder that is compared. */
const needed = new Set([
  'classname',
  'JSON_PATH',
  'SizeAssertion.size',
  'filename',
  'FileSaver.filename',
  'variableNames',
]);

function* smallerNodes(root: PlanNode): Generator<PlanNode> {
  yield* smallerTrees(root);
  yield* simplerNodes(root);
}

/** Trees without one of the elements, or with its children in its place. */
function* smallerTrees(each: PlanNode): Generator<PlanNode> {
  const { children } = each;
  for (const at of children.keys()) {
    yield { ...each, children: children.toSpliced(at, 1) };
  }
  for (const [at, child] of children.entries()) {
    if (child.children.length > 0 && !child.kind.endsWith('ThreadGroup')) {
      yield { ...each, children: children.toSpliced(at, 1, ...child.children) };
    }
  }
  for (const [at, child] of children.entries()) {
    for (const smaller of smallerTrees(child)) {
      yield { ...each, children: children.with(at, smaller) };
    }
  }
}

function* simplerNodes(each: PlanNode): Generator<PlanNode> {
  if (!each.isEnabled) {
    yield { ...each, isEnabled: true };
  }
  const [word = ''] = each.name.split(' ');
  for (const name of [word, ...simplerTexts(each.name)]) {
    if (name !== '' && name.length < each.name.length) {
      yield { ...each, name };
    }
  }
  for (const [at, property] of each.properties.entries()) {
    // JMeter requires lists and elements.
    if ('value' in property && !needed.has(property.name)) {
      yield { ...each, properties: each.properties.toSpliced(at, 1) };
    }
    for (const simpler of property.name === 'FileSaver.filename' ? [] : simplerProperties(property)) {
      yield { ...each, properties: each.properties.with(at, simpler) };
    }
  }
  for (const [at, child] of each.children.entries()) {
    for (const simpler of simplerNodes(child)) {
      yield { ...each, children: each.children.with(at, simpler) };
    }
  }
}

function* simplerProperties(property: PlanProperty): Generator<PlanProperty> {
  if ('items' in property) {
    const { items } = property;
    for (const at of items.keys()) {
      yield { ...property, items: items.toSpliced(at, 1) };
    }
    for (const simpler of simplerOnes(items)) {
      yield { ...property, items: simpler };
    }
    return;
  }
  if ('properties' in property) {
    for (const simpler of simplerOnes(property.properties)) {
      yield { ...property, properties: simpler };
    }
    return;
  }
  if (!/^(stringProp|boolProp)$/.test(property.tag)) {
    yield { ...property, tag: 'stringProp' };
  }
  for (const value of simplerTexts(property.value)) {
    yield { ...property, value };
  }
}

function* simplerOnes(properties: PlanProperty[]): Generator<PlanProperty[]> {
  for (const [at, property] of properties.entries()) {
    for (const simpler of simplerProperties(property)) {
      yield properties.with(at, simpler);
    }
  }
}

/** Shorter texts, or smaller digits. */
function* simplerTexts(written: string): Generator<string> {
  if (/^\d$/.test(written)) {
    for (let less = 0; less < Number(written); less += 1) {
      yield String(less);
    }
    return;
  }
  if (written === '' || written === 'true' || written === 'false') {
    return;
  }
  yield '';
  // Removes literals and whole calls or variables; the loop below replaces calls by a literal.
  for (const { index, 0: found } of written.matchAll(/\$\{[^{}]*\}|[^${}\\]+|./gs)) {
    yield written.slice(0, index) + written.slice(index + found.length);
  }
  for (const { index, 0: found } of written.matchAll(/\$\{\w+\([^()]*\)\}/g)) {
    yield `${written.slice(0, index)}x${written.slice(index + found.length)}`;
  }
}
