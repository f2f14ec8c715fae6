import { compileBeanShell } from '../../languages/bean-shell/compile-bean-shell.ts';
import { givenToBeanShell } from '../../languages/bean-shell/given-to-bean-shell.ts';
import { compileGroovy } from '../../languages/groovy/compile-groovy.ts';
import { givenToGroovy } from '../../languages/groovy/given-objects.ts';
import { UnsupportedScript } from '../../languages/jvm/values.ts';
import { BrokenCall, parseText, type TextPart } from '../../languages/references/parse-text.ts';
import { textProperty } from '../plan-tree.ts';
import { jvmScriptProblem } from './jvm-script-rule.ts';
import { boolean, type ProvenElement } from './proven-element.ts';

export const subsetWords = 'the subset of Groovy of [Scripts](scripts.md)';

/** What stands for variables and functions, whose values are not known before the run. */
const placeholders = ['x', '1', '', 'true', '"x"'];

/** Something in a script that the engine does not run; undefined if it runs it with some values of its variables. */
export const groovyProblem = (script: string, kind: string): string | undefined =>
  problemOf(script, (text) => compileGroovy(text, givenToGroovy[kind] ?? {}));

const beanShellProblem = (script: string, kind: string): string | undefined =>
  problemOf(script, (text) => compileBeanShell(text, givenToBeanShell[kind] ?? {}));

/** Something in a script that is not proven in the JVM beside the engine either. */
export const jvmProblem = (script: string): string | undefined =>
  problemOf(script, (text) => {
    const problem = jvmScriptProblem(text);
    if (problem !== undefined) {
      throw new UnsupportedScript(problem);
    }
  });

function problemOf(script: string, compile: (text: string) => unknown): string | undefined {
  let first: string | undefined;
  for (const text of candidates(script)) {
    try {
      if (text !== '') {
        compile(text);
      }
      return undefined;
    } catch (error) {
      if (!(error instanceof UnsupportedScript)) {
        throw error;
      }
      first ??= error.message;
    }
  }
  return first;
}

/** The script with each placeholder, and first as it is: an unset variable is a value of the script itself. */
function candidates(script: string): string[] {
  if (!script.includes('${')) {
    return [script];
  }
  const parts = partsOf(script);
  const fill = (by: (name: string | undefined) => string) =>
    parts
      .map((part) => (typeof part === 'string' ? part : by('variable' in part ? part.variable : undefined)))
      .join('');
  return [
    fill((name) => (name === undefined ? '' : `\${${name}}`)),
    ...placeholders.map((each) => fill(() => each)),
  ];
}

/** Calls that JMeter refuses are reported apart from the script. */
function partsOf(script: string): TextPart[] {
  try {
    return parseText(script, (name) => name.startsWith('__'));
  } catch (error) {
    if (error instanceof BrokenCall) {
      return [script];
    }
    throw error;
  }
}

/** Elements whose scripts can run in a JVM beside the engine. */
export const jvmKinds: ReadonlySet<string> = new Set([
  'JSR223PreProcessor',
  'JSR223PostProcessor',
  'JSR223Timer',
  'JSR223Assertion',
  'JSR223Sampler',
]);

/** What keeps a script from both levels; undefined if one of them runs it. */
function scriptProblem(script: string, kind: string): string | undefined {
  const problem = groovyProblem(script, kind);
  return problem !== undefined && jvmKinds.has(kind) ? jvmProblem(script) : problem;
}

/** A JSR223 element: a script of Groovy, without a file. */
export function jsr223Element(kind: string, title: string): ProvenElement {
  return {
    title,
    properties: {
      scriptLanguage: ['', 'groovy', 'Groovy'],
      filename: [''],
      parameters: 'any',
      cacheKey: 'any',
      script: {
        only: jvmKinds.has(kind)
          ? `with a script in ${subsetWords}, or one that is proven [in a JVM](scripts.md#in-a-jvm)`
          : `with a script in ${subsetWords}`,
        isMet: (value) => typeof value === 'string' && scriptProblem(value, kind) === undefined,
        problem: (value) => (typeof value === 'string' ? scriptProblem(value, kind) : undefined),
      },
    },
    isShared: (element) => countsInProperties(textProperty(element, 'script')),
  };
}

/** Users depend on each other where a script reads a property and sets it. */
const countsInProperties = (script: string) =>
  /\bprops\s*\.\s*get/.test(script) && /\bprops\s*\.\s*(?:put|set|remove)/.test(script);

/** A BeanShell element, without a file. `prefix` is that of its properties, where they have one. */
export function beanShellElement(kind: string, title: string, prefix = ''): ProvenElement {
  const script = prefix === '' ? 'script' : `${prefix}.query`;
  const named = (name: string) => (prefix === '' ? name : `${prefix}.${name}`);
  return {
    title,
    properties: {
      [named('filename')]: [''],
      [named('parameters')]: 'any',
      [named('resetInterpreter')]: boolean,
      [script]: {
        only: 'with a script in the subset of BeanShell of [Scripts](scripts.md)',
        isMet: (value) => typeof value === 'string' && beanShellProblem(value, kind) === undefined,
        problem: (value) => (typeof value === 'string' ? beanShellProblem(value, kind) : undefined),
      },
    },
    isShared: (element) => countsInProperties(textProperty(element, script)),
  };
}
