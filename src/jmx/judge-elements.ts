import type { EngineObstacle } from '../domain/engine.ts';
import { BrokenCall, parseText } from '../languages/references/parse-text.ts';
import { clipText } from '../lib/clip.ts';
import { judgeDefaults } from './judge-defaults.ts';
import { judgeFileWriters } from './judge-file-writers.ts';
import { judgeJvmDocuments } from './judge-jvm-documents.ts';
import { judgeParallel } from './judge-parallel.ts';
import { judgeParallelDownloads } from './judge-parallel-downloads.ts';
import { judgeShownSamplers } from './judge-shown-samplers.ts';
import { judgeSkippedSamplers } from './judge-skipped-samplers.ts';
import { findJvmScripts, jvmScriptConflicts } from './jvm-scripts.ts';
import { type PlanElement, type PropertyValue, textProperty, textsIn } from './plan-tree.ts';
import { isFunctionName, provenFunctions } from './proven/functions.ts';
import { leftToJMeter } from './proven/left-to-jmeter.ts';
import { provenElements } from './proven/proven.ts';
import type { PropertyRule } from './proven/proven-element.ts';
import { type ReadInclude, replaceControllers } from './replace-controllers.ts';

/** Everything in a plan's enabled elements that Spate's engine is not proven to run like Apache JMeter. */
export function judgeElements(
  plan: readonly PlanElement[],
  readInclude: ReadInclude = () => undefined,
): EngineObstacle[] {
  const { roots, problems } = replaceControllers(
    plan.filter((each) => each.kind !== 'WorkBench'),
    readInclude,
  );
  const obstacles = problems.map(({ element: { kind, place }, reason }) => ({
    element: kind,
    place,
    reason,
  }));
  for (const root of roots) {
    judgeTree(root, obstacles);
    judgeParallel(root, obstacles);
    judgeParallelDownloads(root, obstacles);
    judgeDefaults(root, obstacles);
    judgeShownSamplers(root, obstacles);
    judgeSkippedSamplers(root, obstacles);
    judgeFileWriters(root, obstacles);
  }
  judgeJvmScripts(roots, obstacles);
  judgeJvmDocuments(roots, obstacles);
  for (const bench of plan.filter((each) => each.kind === 'WorkBench')) {
    judgeWorkBench(bench, obstacles);
  }
  return obstacles;
}

/** Scripts and Java Requests that the engine runs on nodes with Java only. */
function judgeJvmScripts(roots: readonly PlanElement[], obstacles: EngineObstacle[]): void {
  const scripts = findJvmScripts(roots);
  for (const { element, reason } of jvmScriptConflicts(roots, scripts)) {
    obstacles.push({ element: element.kind, place: element.place, reason });
  }
  for (const [{ kind, place }, problem] of scripts) {
    const what = kind === 'JavaSampler' ? 'It' : 'Its script';
    const reason = `${what} has ${problem}: it runs in a JVM beside Spate's own engine.`;
    obstacles.push({ element: kind, place, reason, needs: 'java' });
  }
}

/** JMeter treats the WorkBench like the rest of the plan. Only elements that have an effect there are reported. */
function judgeWorkBench(element: PlanElement, obstacles: EngineObstacle[]): void {
  const { kind, place, isEnabled } = element;
  if (!isEnabled) {
    return;
  }
  const isAtWork =
    /ThreadGroup$|^Arguments$|^BackendListener$/.test(kind) || textProperty(element, 'filename') !== '';
  if (isAtWork) {
    obstacles.push({ element: kind, place, reason: 'JMeter applies it even in the WorkBench.' });
  }
  for (const child of element.children) {
    judgeWorkBench(child, obstacles);
  }
}

function judgeTree(element: PlanElement, obstacles: EngineObstacle[], parent?: PlanElement): void {
  if (!element.isEnabled) {
    return;
  }
  const { kind, place } = element;
  if (/ThreadGroup$/.test(kind) && parent?.kind !== 'TestPlan') {
    obstacles.push({ element: kind, place, reason: 'It is not in the test plan itself.' });
  }
  judgeElement(element, obstacles);
  for (const child of element.children) {
    judgeTree(child, obstacles, element);
  }
}

/** Properties without an effect in a run: the GUI uses them, or they repeat attributes of the element. */
const neverMatters = new Set([
  'TestElement.name',
  'TestElement.gui_class',
  'TestElement.test_class',
  'TestElement.enabled',
  'TestPlan.comments',
]);

function judgeElement(element: PlanElement, obstacles: EngineObstacle[]): void {
  const { kind, guiClass, place } = element;
  const add = (reason: string, what = kind) => obstacles.push({ element: what, place, reason });
  const proven = Object.hasOwn(provenElements, kind) ? provenElements[kind] : undefined;
  if (proven?.idleGuiClasses?.includes(guiClass)) {
    return;
  }
  if (!proven || (proven.guiClasses && !proven.guiClasses.includes(guiClass))) {
    const name = proven ? `${kind} (${guiClass || 'without a GUI class'})` : kind;
    add(reasonOfLeft(kind) ?? `${name} is not run by Spate's own engine yet.`);
    return;
  }
  judgeText(element.name, add);
  for (const name of proven.needs ?? []) {
    if (!element.properties.has(name)) {
      add(`Its property ${name} is missing.`);
    }
  }
  for (const [name, value] of element.properties) {
    if (neverMatters.has(name)) {
      continue;
    }
    const rule = Object.hasOwn(proven.properties, name) ? proven.properties[name] : undefined;
    if (rule === undefined) {
      add(`Its property ${name} is not known to Spate's own engine.`);
    } else if (rule !== 'ignored') {
      judgeProperty({ element, name, value }, rule, add);
      judgeEarlyCalls({ element, name, value }, add);
    }
  }
}

const reasonOfLeft = (name: string): string | undefined =>
  Object.hasOwn(leftToJMeter, name) ? `${leftToJMeter[name]} runs on Apache JMeter.` : undefined;

/**
 * Functions that depend on the virtual user. User Defined Variables are evaluated before any user exists, those of the
 * test plan first.
 */
const early: Readonly<Record<string, RegExp>> = {
  TestPlan:
    /\$\{\s*(__(?:threadNum|V|evalVar|split|iterationNum))\b|__(?:jexl3|BeanShell)\([^}]*\b(threadName)\b/,
  Arguments: /\$\{\s*(__threadNum)\b|__(?:jexl3|BeanShell)\([^}]*\b(threadName)\b/,
};

function judgeEarlyCalls({ element, value }: Property, add: Add): void {
  const pattern = Object.hasOwn(early, element.kind) ? early[element.kind] : undefined;
  for (const text of pattern ? textsIn(value) : []) {
    const found = pattern?.exec(text);
    const name = found?.[1] ?? found?.[2];
    if (name !== undefined) {
      add(`${name} is evaluated here before any virtual user exists.`, name);
    }
  }
}

type Add = (reason: string, what?: string) => void;

interface Property {
  element: PlanElement;
  name: string;
  value: PropertyValue;
}

function judgeProperty({ element, name, value }: Property, rule: PropertyRule, add: Add): void {
  if (isList(rule)) {
    if (typeof value !== 'string' || !rule.includes(value)) {
      const shown = typeof value === 'string' ? quoted(value) || 'empty' : 'a list';
      add(
        reasonOfLeft(String(value)) ??
          `Its property ${name} is ${shown}; only ${rule.map((each) => each || 'empty').join(' or ')} is run by Spate's own engine.`,
      );
    }
    return;
  }
  if (typeof rule === 'object' && !rule.isMet(value, element)) {
    const problem = rule.problem?.(value, element);
    const shown = typeof value === 'string' ? quoted(value) : '';
    add(
      problem === undefined
        ? `Its property ${name} is run by Spate's own engine only ${rule.only}${shown && `, not ${shown}`}.`
        : `Its property ${name} has ${problem}, which Spate's own engine does not run.`,
    );
  }
  for (const text of textsIn(value)) {
    judgeText(text, add);
  }
}

const longestQuote = 60;

/** A text in quotes, on one line. Quotes within it become single quotes, so that its end is unambiguous. */
function quoted(text: string): string {
  const line = text.replace(/\s+/g, ' ').replaceAll('"', "'").trim();
  return line === '' ? '' : `"${clipText(line, longestQuote)}"`;
}

const isList = (rule: PropertyRule): rule is readonly string[] => Array.isArray(rule);

/** Checks all function calls in a text, including those in arguments. */
function judgeText(text: string, add: Add): void {
  if (!text.includes('${')) {
    return;
  }
  try {
    for (const part of parseText(text, isFunctionName)) {
      if (typeof part === 'object' && 'function' in part) {
        judgeCall(part.function, part.args, add);
      }
    }
  } catch (error) {
    if (!(error instanceof BrokenCall)) {
      throw error;
    }
    add(`${error.message}.`);
  }
}

function judgeCall(name: string, args: readonly string[], add: Add): void {
  const proven = Object.hasOwn(provenFunctions, name) ? provenFunctions[name] : undefined;
  if (!proven) {
    add(`The function ${name} is not run by Spate's own engine yet.`, name);
  } else if (args.length < proven.args[0] || args.length > proven.args[1]) {
    add(`The function ${name} has ${args.length} arguments here, which it does not accept.`, name);
  } else if (proven.condition && !proven.condition.isMet(args)) {
    const problem = proven.condition.problem?.(args);
    const shown = quoted(args.join(','));
    add(
      problem === undefined
        ? `The function ${name} is run by Spate's own engine only ${proven.condition.only}, not ${shown}.`
        : `The function ${name} has ${problem}, which Spate's own engine does not run.`,
      name,
    );
  }
  for (const arg of args) {
    judgeText(arg, add);
  }
}
