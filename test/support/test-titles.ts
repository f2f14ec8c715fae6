import { parse } from '@swc/core';

/**
 * Titles of the tests of a file: those that `npm test` runs on a machine without missing requirements, and the
 * others.
 */
export interface TestTitles {
  run: string[];
  /** Skipped, marked as to do, or for the full suite only. */
  notRun: string[];
  /** Those of `notRun` that are for the full suite only. */
  fullSuite: string[];
  /** Tests that `npm run test:full` runs on all engines; once for all engines. */
  ofEngines: string[];
}

/** Values of the lists that titles are made from, such as `engines`, by the name of the list. */
export type TitleLists = Readonly<Record<string, readonly string[]>>;

interface Node {
  type: string;
  [key: string]: unknown;
}

/** Context of a call. */
interface Surroundings {
  isRun: boolean;
  isFullSuite: boolean;
  isOfEngines: boolean;
  /** Values of the variables of enclosing loops. */
  values: Readonly<Record<string, readonly string[]>>;
}

const testFunctions = ['test', 'it'];
const suiteFunctions = ['describe', 'suite'];
/** Functions that report missing requirements; tests skipped by them run where nothing may be skipped. */
const needFunctions = ['needs', 'needsOf', 'needsOfEngine'];

/** Reads the titles from the source, exactly: a title with a value that is not in a list is omitted. */
export async function testTitles(source: string, lists: TitleLists = {}): Promise<TestTitles> {
  const module = (await parse(source, { syntax: 'typescript' })) as unknown as Node;
  const constants = new Map<string, Node>();
  visit(module, (node) => {
    if (node.type === 'VariableDeclarator' && isNode(node.id) && isNode(node.init))
      constants.set(String(node.id.value), node.init);
  });
  const titles: TestTitles = { run: [], notRun: [], fullSuite: [], ofEngines: [] };
  const around = { isRun: true, isFullSuite: false, isOfEngines: false, values: {} };
  collect(module, around, { constants, lists, titles });
  return titles;
}

interface Collection {
  constants: Map<string, Node>;
  lists: TitleLists;
  titles: TestTitles;
}

function collect(node: Node, around: Surroundings, all: Collection): void {
  const call = node.type === 'CallExpression' ? readCall(node, all) : undefined;
  const isFullSuite = around.isFullSuite || isForFullSuiteOnly(node);
  const isRun = around.isRun && call?.isRun !== false && !isFullSuite;
  if (call?.kind === 'test') {
    const titles = spell(call.title, around.values);
    all.titles[isRun ? 'run' : 'notRun'].push(...titles);
    if (isFullSuite) all.titles.fullSuite.push(...(titles.length > 0 ? titles : ['(computed title)']));
    else if (around.isOfEngines) all.titles.ofEngines.push(...titles);
  }
  const isOfEngines = around.isOfEngines || isLoopOf(node, 'enginesOfSuite');
  const values = { ...around.values, ...loopValues(node, all.lists) };
  for (const child of childrenOf(node)) collect(child, { isRun, isFullSuite, isOfEngines, values }, all);
}

function readCall(call: Node, { constants }: Collection) {
  const callee = call.callee as Node;
  const isMember = callee.type === 'MemberExpression';
  const name = String(((isMember ? callee.object : callee) as Node).value);
  const kind = testFunctions.includes(name) ? 'test' : suiteFunctions.includes(name) ? 'suite' : undefined;
  const [title, options] = (call.arguments as { expression: Node }[]).map(({ expression }) => expression);
  if (kind === undefined || title === undefined) return undefined;
  const settings = options?.type === 'ObjectExpression' ? (options.properties as Node[]) : [];
  const isRun =
    !isMember &&
    settings.every((setting) => {
      const isShort = setting.type === 'Identifier';
      const key = String(isShort ? setting.value : (setting.key as Node | undefined)?.value);
      if (key === 'todo') return false;
      return key !== 'skip' || isNeed((isShort ? setting : setting.value) as Node, constants);
    });
  return { kind, title, isRun };
}

/** Whether the value skips a test only because of missing requirements. */
function isNeed(value: Node, constants: Map<string, Node>): boolean {
  switch (value.type) {
    case 'BooleanLiteral':
      return value.value === false;
    case 'CallExpression':
      return needFunctions.includes(String((value.callee as Node).value));
    case 'BinaryExpression':
      return [value.left, value.right].every((side) => isNeed(side as Node, constants));
    case 'Identifier': {
      const named = constants.get(String(value.value));
      return named !== undefined && named.type !== 'Identifier' && isNeed(named, constants);
    }
    default:
      return false;
  }
}

function isForFullSuiteOnly(node: Node): boolean {
  if (node.type !== 'IfStatement' && node.type !== 'ConditionalExpression') return false;
  let isAsked = false;
  visit(node.test as Node, ({ type, value }) => {
    isAsked ||= type === 'Identifier' && value === 'isFullSuite';
  });
  return isAsked;
}

function isLoopOf(node: Node, list: string): boolean {
  return node.type === 'ForOfStatement' && (node.right as Node).value === list;
}

function loopValues(node: Node, lists: TitleLists): Surroundings['values'] {
  if (node.type !== 'ForOfStatement') return {};
  const [declared] = ((node.left as Node).declarations ?? []) as { id: Node }[];
  const list = lists[String((node.right as Node).value)];
  return declared && list ? { [String(declared.id.value)]: list } : {};
}

/** All possible texts of the title. */
function spell(title: Node, values: Surroundings['values']): string[] {
  if (title.type === 'StringLiteral') return [String(title.value)];
  if (title.type !== 'TemplateLiteral') return [];
  const [first, ...rest] = (title.quasis as { cooked: string }[]).map(({ cooked }) => cooked);
  const names = (title.expressions as Node[]).map(({ value }) => String(value));
  return rest.reduce(
    (texts, quasi, at) =>
      texts.flatMap((text) => (values[names[at] ?? ''] ?? []).map((value) => text + value + quasi)),
    [first ?? ''],
  );
}

function visit(node: Node, look: (node: Node) => void): void {
  look(node);
  for (const child of childrenOf(node)) visit(child, look);
}

function childrenOf(node: Node): Node[] {
  return Object.values(node).flatMap((value) => [value].flat().flatMap(nodesIn));
}

/** Arguments and properties of the tree wrap nodes in objects without a type. */
function nodesIn(value: unknown): Node[] {
  if (isNode(value)) return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).filter(isNode) : [];
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}
