import { enabledIn, type PlanElement, textsIn } from './plan-tree.ts';
import { provenSamplers } from './proven/samplers.ts';
import { jvmKinds, scriptText } from './proven/script-elements.ts';
import { jvmProblem, translationProblem } from './proven/script-rule.ts';

/** Objects and properties of any type stay in the JVM: scripts that may share them run there as well. */
const sharesValues = /\b(?:getObject|putObject|props|getProperties|JMeterUtils)\b/;

/**
 * The enabled scripts of a plan that run in a JVM beside the engine, each with what the engine does not run itself.
 * Empty when it runs all of them.
 */
export function findJvmScripts(roots: readonly PlanElement[]): Map<PlanElement, string> {
  const scripts = enabledIn(roots).filter(({ kind }) => jvmKinds.has(kind));
  const found = new Map<PlanElement, string>();
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

/** What keeps a plan with these scripts from the engine: elements that do not work together with them. */
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
    // The rule of the element has reported scripts that the engine does not run at all.
    const problem = translationProblem(element) === undefined ? jvmProblem(element) : undefined;
    if (problem !== undefined) {
      const reason = `Its script shares values with one that runs in a JVM, and has ${problem}, which is not proven there.`;
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
    'Its branches may run scripts in a JVM.',
  );
  if ([...scripts.keys()].some(({ kind }) => kind.endsWith('Sampler'))) {
    add(
      all.filter(({ kind }) => kind === 'SampleTimeout'),
      'It may end scripts that run in a JVM.',
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

export const isSampler = ({ kind }: PlanElement) => Object.hasOwn(provenSamplers, kind);

/** Scripts of listeners and in functions. */
function mayShareValues({ kind, name, properties }: PlanElement): boolean {
  const texts = [name, ...[...properties.values()].flatMap((value) => [...textsIn(value)])];
  const isScript = /^(?:JSR223|BeanShell|BSF)/.test(kind);
  return texts.some((text) => (isScript || /__(?:groovy|BeanShell)/.test(text)) && sharesValues.test(text));
}
