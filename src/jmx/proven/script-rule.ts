import { compileBeanShell } from '../../languages/bean-shell/compile-bean-shell.ts';
import { givenToBeanShell } from '../../languages/bean-shell/given-to-bean-shell.ts';
import { compileGroovy } from '../../languages/groovy/compile-groovy.ts';
import { givenToGroovy } from '../../languages/groovy/given-objects.ts';
import { UnsupportedScript } from '../../languages/jvm/values.ts';
import { BrokenCall, parseText, type TextPart } from '../../languages/references/parse-text.ts';
import { type PlanElement, textProperty } from '../plan-tree.ts';
import { jvmScriptProblem } from './jvm-script-rule.ts';
import { boolean, type PropertyCondition, type ProvenElement } from './proven-element.ts';
import {
  bsfLanguages,
  isOf,
  jsr223Languages,
  jvmKinds,
  scriptDialect,
  scriptProperties,
  scriptText,
} from './script-elements.ts';

export const subsetWords = 'the subset of Groovy of [Scripts](scripts.md)';

/** Replacements of variables and functions, whose values are unknown before the run. */
const placeholders = ['x', '1', '', 'true', '"x"'];

/** What the engine does not support in a script; undefined if it supports the script with at least one replacement. */
export const groovyProblem = (script: string, kind: string): string | undefined =>
  problemOf(script, (text) => compileGroovy(text, givenToGroovy[kind] ?? {}));

export const beanShellProblem = (script: string, kind: string): string | undefined =>
  problemOf(script, (text) => compileBeanShell(text, givenToBeanShell[kind] ?? {}));

/** Why the script of an element needs a JVM; undefined if the engine supports it with at least one replacement. */
export function translationProblem(element: PlanElement): string | undefined {
  const { kind } = element;
  if (isOf(kind, 'BeanShell')) {
    return beanShellProblem(scriptText(element), kind);
  }
  return isOf(kind, 'JSR223') && scriptDialect(element) === 'groovy'
    ? groovyProblem(scriptText(element), kind)
    : `the language ${textProperty(element, 'scriptLanguage')}`;
}

/** What is not proven in the JVM beside the engine; undefined if the script is proven with at least one replacement. */
export function jvmProblem(element: PlanElement): string | undefined {
  const dialect = scriptDialect(element);
  return dialect === undefined
    ? `the language ${textProperty(element, 'scriptLanguage')}`
    : problemOf(scriptText(element), (text) => {
        const problem = jvmScriptProblem(text, dialect);
        if (problem !== undefined) {
          throw new UnsupportedScript(problem);
        }
      });
}

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

/** The script with each replacement, first with variables as written: JMeter leaves unset ones in the script. */
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

/** Function calls that JMeter rejects are reported separately. */
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

/** Why neither the engine nor a JVM runs the script of an element; undefined if one of them does. */
function scriptProblem(element: PlanElement): string | undefined {
  const problem = translationProblem(element);
  return problem !== undefined && jvmKinds.has(element.kind) ? jvmProblem(element) : problem;
}

const inJvm = '[in a JVM](scripts.md#in-a-jvm)';

const scriptRule = (only: string): PropertyCondition => ({
  only,
  isMet: (value, element) => typeof value === 'string' && scriptProblem(element) === undefined,
  problem: (value, element) => (typeof value === 'string' ? scriptProblem(element) : undefined),
});

/** A JSR223 element with its script in the plan, not in a file. */
export function jsr223Element(kind: string, title: string): ProvenElement {
  const isInJvm = jvmKinds.has(kind);
  return {
    title,
    properties: {
      scriptLanguage: isInJvm ? Object.keys(jsr223Languages) : ['', 'groovy', 'Groovy'],
      filename: [''],
      parameters: 'any',
      cacheKey: 'any',
      script: scriptRule(
        `with a script in ${subsetWords}${isInJvm ? `, or one that is proven ${inJvm}` : ''}`,
      ),
    },
    isShared: countsInProperties,
  };
}

/** A BSF element with its script in the plan, not in a file. */
export function bsfElement(title: string): ProvenElement {
  return {
    title,
    properties: {
      scriptLanguage: Object.keys(bsfLanguages),
      filename: [''],
      parameters: 'any',
      script: scriptRule(`with a script that is proven ${inJvm}`),
    },
    isShared: countsInProperties,
  };
}

/** Uses of properties in a script: `props.get`, `props['n'] =`, `JMeterUtils.setProperty`, `ctx.properties.put`. */
const propertyUse =
  /\b(?:props|JMeterUtils|properties|getProperties\s*\(\s*\))(?:\s*\??\.\s*(\w+)(?:\s*(\(|=(?![=~])))?|\s*(\[))?/g;
const reads = /^(?:contains|get|isEmpty|size)/;
const writes = /^(?:put|putAll|remove|setProperty)$/;

/** Virtual users depend on each other if a script reads and sets properties. */
function countsInProperties(element: PlanElement): boolean {
  const script = scriptText(element).replaceAll(/\bimport\b[^;\r\n]*/g, '');
  const uses = [...script.matchAll(propertyUse)].map(([, member = '', next = '']) => {
    const isCall = next === '(';
    return isCall && writes.test(member) ? 'set' : isCall && reads.test(member) ? 'read' : 'any';
  });
  const isRead = /\$\{__(?:P|property)\(/.test(script) || uses.some((use) => use !== 'set');
  return isRead && uses.some((use) => use !== 'read');
}

/** A BeanShell element with its script in the plan, not in a file. */
export function beanShellElement(kind: string, title: string): ProvenElement {
  const { script, parameters, keeping = '' } = scriptProperties(kind);
  return {
    title,
    properties: {
      [parameters.replace('parameters', 'filename')]: [''],
      [parameters]: 'any',
      [keeping]: boolean,
      [script]: scriptRule(
        `with a script in the subset of BeanShell of [Scripts](scripts.md)${jvmKinds.has(kind) ? `, or one that is proven ${inJvm}` : ''}`,
      ),
    },
    isShared: countsInProperties,
  };
}
