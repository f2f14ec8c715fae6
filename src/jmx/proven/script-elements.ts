import type { Dialect } from '../../languages/jvm/syntax/script-tokens.ts';
import { type PlanElement, textProperty } from '../plan-tree.ts';

/** Elements whose scripts can run in a JVM beside the engine. */
export const jvmKinds: ReadonlySet<string> = new Set(
  ['PreProcessor', 'PostProcessor', 'Timer', 'Assertion', 'Sampler'].flatMap((role) =>
    ['JSR223', 'BSF', 'BeanShell'].map((family) => `${family}${role}`),
  ),
);

/** Languages by the names that JSR223 elements accept. Java 15 and later have no JavaScript: such scripts fail. */
export const jsr223Languages: Readonly<Record<string, Dialect>> = {
  '': 'groovy',
  groovy: 'groovy',
  Groovy: 'groovy',
  beanshell: 'bean-shell',
  bsh: 'bean-shell',
  java: 'bean-shell',
  javascript: 'javascript',
  JavaScript: 'javascript',
  ecmascript: 'javascript',
  ECMAScript: 'javascript',
  js: 'javascript',
  nashorn: 'javascript',
  rhino: 'javascript',
};

/** Languages by the names that BSF elements accept. */
export const bsfLanguages: Readonly<Record<string, Dialect>> = {
  beanshell: 'bean-shell',
  javascript: 'javascript',
};

/** Property names of an element with a script. */
interface ScriptProperties {
  readonly script: string;
  readonly parameters: string;
  /** Whether the compiled script or the interpreter is kept between executions. */
  readonly keeping: string | undefined;
}

export function scriptProperties(kind: string): ScriptProperties {
  if (kind === 'BeanShellSampler' || kind === 'BeanShellAssertion') {
    return {
      script: `${kind}.query`,
      parameters: `${kind}.parameters`,
      keeping: `${kind}.resetInterpreter`,
    };
  }
  const keeping = isOf(kind, 'JSR223')
    ? 'cacheKey'
    : isOf(kind, 'BeanShell')
      ? 'resetInterpreter'
      : undefined;
  return { script: 'script', parameters: 'parameters', keeping };
}

export const scriptText = (element: PlanElement): string =>
  textProperty(element, scriptProperties(element.kind).script);

/** Whether a script may read the name of the current sampler, which JMeter evaluates on each read. */
export const readsSampler = (script: string): boolean =>
  /\b(?:sampler|getCurrentSampler|currentSampler)\b/.test(script);

/** Undefined for languages that are not proven. */
export function scriptDialect(element: PlanElement): Dialect | undefined {
  if (isOf(element.kind, 'BeanShell')) {
    return 'bean-shell';
  }
  const languages = isOf(element.kind, 'BSF') ? bsfLanguages : jsr223Languages;
  const name = textProperty(element, 'scriptLanguage');
  return Object.hasOwn(languages, name) ? languages[name] : undefined;
}

export const isOf = (kind: string, family: 'JSR223' | 'BSF' | 'BeanShell'): boolean =>
  kind.startsWith(family);
