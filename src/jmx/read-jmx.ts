import { AppError } from '../domain/errors.ts';
import { decodeJmx } from './decode-jmx.ts';
import { parseXml, type XmlNode } from './parse-xml.ts';
import { callsNestedTooDeeply, mostNestedCalls } from './plan-limits.ts';
import { type Jmx, type PlanElement, textsIn } from './plan-tree.ts';
import { decodeClassName, readElement } from './read-element.ts';

/** Parsed files by content, so that a process parses each file once. */
const known = new WeakMap<Uint8Array, Jmx>();

/** Reads a .jmx file like JMeter. Throws `plan_broken` for an invalid plan. The content must not change. */
export function readJmx(fileName: string, content: Uint8Array): Jmx {
  const jmx = known.get(content) ?? parse(fileName, content);
  known.set(content, jmx);
  return jmx;
}

function parse(fileName: string, content: Uint8Array): Jmx {
  const root = parseXml(fileName, decodeJmx(fileName, content));
  if (root.tag !== 'jmeterTestPlan') {
    throw new AppError(
      'plan_broken',
      `${fileName} is not a JMeter plan: its root element is <${root.tag}>, not <jmeterTestPlan>.`,
    );
  }
  const tree = root.children.find((child) => child.tag === 'hashTree');
  const classNames = new Set<string>();
  addClassNames(root, classNames);
  rejectUnreadable(root, fileName);
  return {
    formatVersion: root.attributes.version ?? '',
    roots: tree ? elementsOf(tree, '', fileName) : [],
    classNames: [...classNames],
  };
}

/** A hashTree contains elements, each followed by the hashTree of its children. JMeter rejects any other order. */
function elementsOf(tree: XmlNode, place: string, fileName: string): PlanElement[] {
  const elements: PlanElement[] = [];
  for (const [index, node] of tree.children.entries()) {
    const last = elements.at(-1);
    const isHashTree = node.tag === 'hashTree';
    if (isHashTree !== (index % 2 === 1)) {
      const problem = isHashTree
        ? 'found a <hashTree> instead of an element'
        : `found <${node.tag}> instead of the <hashTree> of the preceding element`;
      throw new AppError(
        'plan_broken',
        `JMeter cannot read ${fileName}: ${problem}${place === '' ? '' : ` in ${place}`}.`,
      );
    }
    if (!isHashTree) {
      const element = readElement(node, place);
      rejectDeepCalls(element, fileName);
      elements.push(element);
    } else if (last) {
      for (const child of elementsOf(node, last.place, fileName)) last.children.push(child);
    }
  }
  return elements;
}

/** JMeter resolves a class for each test element and for each element within an element, also for disabled ones. */
function addClassNames(node: XmlNode, names: Set<string>): void {
  for (const child of node.children) {
    const { class: classAttribute, elementType } = child.attributes;
    if (node.tag === 'hashTree' && child.tag !== 'hashTree') {
      names.add(decodeClassName(classAttribute ?? child.tag));
    } else if (child.tag === 'elementProp' && elementType) {
      names.add(decodeClassName(elementType));
    }
    addClassNames(child, names);
  }
}

/** Rejects properties that JMeter fails to read: invalid or too large numbers, and unknown fields. */
function rejectUnreadable(node: XmlNode, fileName: string): void {
  const bits = wholeNumbers.get(node.tag);
  if (bits !== undefined && node.attributes.name !== undefined && !isWholeNumber(node.text, bits)) {
    throw new AppError(
      'plan_broken',
      `JMeter cannot read ${fileName}: <${node.tag} name="${node.attributes.name}"> is "${node.text.slice(0, 100)}", which is not a whole number of ${bits} bits. Use <stringProp> for a variable.`,
    );
  }
  if (node.tag === 'floatProp') {
    throw new AppError(
      'plan_broken',
      `JMeter cannot read ${fileName}: it has no property type <floatProp>. Use <FloatProperty> or <stringProp>.`,
    );
  }
  for (const child of node.children) {
    if (objects.has(node.tag) && !fields.has(child.tag)) {
      throw new AppError(
        'plan_broken',
        `JMeter cannot read ${fileName}: <${node.tag}> has no field <${child.tag}>. Use <name> and <value>.`,
      );
    }
    if (decimals.has(node.tag) && /^(?:value|savedValue)$/.test(child.tag) && !isDecimal(child.text)) {
      const name = node.children.find(({ tag }) => tag === 'name')?.text ?? '';
      throw new AppError(
        'plan_broken',
        `JMeter cannot read ${fileName}: <${node.tag}> ${name} is "${child.text.slice(0, 100)}", which is not a number. Use <stringProp> for a variable.`,
      );
    }
    rejectUnreadable(child, fileName);
  }
}

const decimals: ReadonlySet<string> = new Set(['doubleProp', 'FloatProperty']);

/** Property types that XStream reads field by field, and their fields. */
const objects: ReadonlySet<string> = new Set([...decimals, 'objProp']);
const fields: ReadonlySet<string> = new Set(['name', 'value', 'savedValue', 'runningVersion']);

/** Accepts what Java's Double.valueOf accepts, except hexadecimal numbers, which plans do not contain. */
const isDecimal = (text: string) =>
  /^[\0- ]*[+-]?(?:NaN|Infinity|(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?[fd]?)[\0- ]*$/i.test(text);

const wholeNumbers: ReadonlyMap<string, number> = new Map([
  ['intProp', 32],
  ['longProp', 64],
]);

function isWholeNumber(text: string, bits: number): boolean {
  return /^[+-]?\d{1,40}$/.test(text) && BigInt.asIntN(bits, integerOf(text)) === integerOf(text);
}

const integerOf = (text: string) => (text.startsWith('+') ? BigInt(text.slice(1)) : BigInt(text));

function rejectDeepCalls(element: PlanElement, fileName: string): void {
  for (const text of textsIn(element)) {
    if (text.includes('${') && nestingOf(text) > mostNestedCalls) {
      throw callsNestedTooDeeply(fileName, element.name);
    }
  }
  if (nestingOf(element.name) > mostNestedCalls) {
    throw callsNestedTooDeeply(fileName, element.name);
  }
}

/** Depth of nested function calls. Each level is parsed once more for its arguments. */
function nestingOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [token] of text.matchAll(/\$\{\s{0,100}__\w{1,100}\(|\)\}/g)) {
    depth = token === ')}' ? Math.max(0, depth - 1) : depth + 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}
