import type { DifferentialCase } from './differential-case.ts';
import { debug, element, group, planWith, type TestElement, type Value } from './plan.ts';

/** A JSR223 element with a Groovy script. */
export const jsr223 = (
  kind: string,
  name: string,
  script: string,
  more: Record<string, Value> = {},
): TestElement => ({
  ...element(kind, name, {
    scriptLanguage: 'groovy',
    parameters: '',
    filename: '',
    cacheKey: 'true',
    script,
    ...more,
  }),
  guiClass: 'TestBeanGUI',
});

/** A case with one sampler per script, whose body shows the value of the script. */
export const groovyScripts = (
  name: string,
  scripts: readonly string[],
  more: Partial<DifferentialCase> = {},
): DifferentialCase => ({
  name,
  plan: planWith(
    {},
    { n: '7', text: 'Hello World', list_matchNr: '2' },
    group(
      {},
      ...scripts.map((script, index) => jsr223('JSR223Sampler', `script ${index}`, script)),
      debug('end'),
    ),
  ),
  properties: { 'my.host': 'example.com' },
  ...more,
});

/** A BeanShell element with a generated GUI (TestBean). */
export const beanShell = (
  kind: string,
  name: string,
  script: string,
  more: Record<string, Value> = {},
): TestElement => ({
  ...element(kind, name, { filename: '', parameters: '', resetInterpreter: false, script, ...more }),
  guiClass: 'TestBeanGUI',
});

/** A BeanShell Sampler or Assertion, whose properties have a prefix. */
export const beanShellOf = (
  kind: 'BeanShellSampler' | 'BeanShellAssertion',
  name: string,
  script: string,
  { parameters = '', isReset = false } = {},
): TestElement =>
  element(kind, name, {
    [`${kind}.query`]: script,
    [`${kind}.filename`]: '',
    [`${kind}.parameters`]: parameters,
    [`${kind}.resetInterpreter`]: isReset,
  });
