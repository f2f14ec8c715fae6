import { enabledIn, type PlanElement, textProperty, textsIn } from './plan-tree.ts';
import { isOwnJavaClass } from './proven/own-java-class.ts';
import { provenSamplers } from './proven/samplers.ts';
import { jvmKinds, readsSampler, scriptText } from './proven/script-elements.ts';
import { jvmProblem, translationProblem } from './proven/script-rule.ts';

/** Objects and properties of any type stay in the JVM, so scripts that may share them must run there too. */
const sharesValues = /\b(?:getObject|putObject|props|getProperties|JMeterUtils)\b/;

/**
 * The enabled scripts and Java Requests of a plan that run in a JVM beside the engine, each with what the engine does
 * not support. Empty if the engine runs all of them.
 */
export function findJvmScripts(roots: readonly PlanElement[]): Map<PlanElement, string> {
  const all = enabledIn(roots);
  const scripts = all.filter(({ kind }) => jvmKinds.has(kind));
  const found = new Map<PlanElement, string>();
  for (const element of all.filter(({ kind }) => kind === 'JavaSampler')) {
    const name = textProperty(element, 'classname');
    if (!isOwnJavaClass(name)) {
      found.set(element, `the class ${name}`);
    }
  }
  for (const element of scripts) {
    const problem = translationProblem(element);
    if (problem !== undefined) {
      found.set(element, problem);
    }
  }
  if (found.size > 0) {
    for (const element of scripts) {
      if (!found.has(element) && sharesValues.test(scriptText(element))) {
        found.set(element, 'values that it shares with another script in the JVM');
      }
    }
  }
  return found;
}

/** Elements that conflict with scripts in a JVM, so that the engine does not run the plan. */
export function jvmScriptConflicts(
  roots: readonly PlanElement[],
  scripts: ReadonlyMap<PlanElement, string>,
): { element: PlanElement; reason: string }[] {
  if (scripts.size === 0) {
    return [];
  }
  const all = enabledIn(roots);
  const conflicts: { element: PlanElement; reason: string }[] = [];
  for (const element of scripts.keys()) {
    // The property rule of the element reports scripts that neither the engine nor the JVM supports.
    const problem = translationProblem(element) === undefined ? jvmProblem(element) : undefined;
    if (problem !== undefined) {
      const reason = `Its script shares values with one that runs in a JVM, and has ${problem}, which is not proven there.`;
      conflicts.push({ element, reason });
    }
  }
  const names = all.filter(isSampler).map(({ name }) => name);
  for (const element of scripts.keys()) {
    if (element.kind !== 'JavaSampler' && hasFunctions(element.name)) {
      conflicts.push({
        element,
        reason: 'It runs in a JVM, and its name has functions, which JMeter evaluates several times.',
      });
    }
    if (mayReadLateName(scriptText(element), names)) {
      const reason =
        'Its script runs in a JVM and may read the name of a sampler with variables or functions.';
      conflicts.push({ element, reason });
    }
  }
  const add = (elements: readonly PlanElement[], reason: string) =>
    conflicts.push(...elements.map((element) => ({ element, reason })));
  add(
    all.filter((each) => !scripts.has(each) && mayShareValues(each)),
    'It may use values of scripts that run in a JVM.',
  );
  add(
    all.filter(({ kind }) => kind === 'com.blazemeter.jmeter.controller.ParallelSampler'),
    'Its branches may run scripts or Java Requests in a JVM.',
  );
  if ([...scripts.keys()].some(({ kind }) => kind.endsWith('Sampler'))) {
    add(
      all.filter(({ kind }) => kind === 'SampleTimeout'),
      'It may end scripts or Java Requests that run in a JVM.',
    );
  }
  const ofSamplers = new Set(all.filter(isSampler).flatMap(({ children }) => children));
  if ([...scripts.keys()].some((each) => each.kind.endsWith('Assertion') && !ofSamplers.has(each))) {
    add(
      all.filter(({ kind }) => kind === 'TransactionController'),
      'Assertions whose scripts run in a JVM may check its samples.',
    );
  }
  if ([...scripts.keys()].some((each) => scriptText(each).includes('putObject'))) {
    add(
      all.filter(({ kind }) => /^Debug/.test(kind)),
      'It may show objects of scripts that run in a JVM.',
    );
  }
  return conflicts;
}

const hasFunctions = (name: string): boolean => /\$\{\s*__/.test(name);

/**
 * The JVM receives sampler names before the script runs. JMeter evaluates them on each read: functions may count reads,
 * and the script may change variables.
 */
const mayReadLateName = (script: string, names: readonly string[]): boolean =>
  readsSampler(script) &&
  names.some(
    (name) => hasFunctions(name) || (name.includes('${') && /\b(?:vars|getVariables)\b/.test(script)),
  );

export const isSampler = ({ kind }: PlanElement) => Object.hasOwn(provenSamplers, kind);

/** Whether a script of a listener or in a function may share objects or properties. */
function mayShareValues({ kind, name, properties }: PlanElement): boolean {
  const texts = [name, ...[...properties.values()].flatMap((value) => [...textsIn(value)])];
  const isScript = /^(?:JSR223|BeanShell|BSF)/.test(kind);
  return texts.some((text) => (isScript || /__(?:groovy|BeanShell)/.test(text)) && sharesValues.test(text));
}
