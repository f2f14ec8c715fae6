import { scriptProperties } from '../../../../jmx/proven/script-elements.ts';
import { beanShellProblem, groovyProblem } from '../../../../jmx/proven/script-rule.ts';
import type { Making } from '../making.ts';
import { flag, node, type PlanNode, type PlanProperty, text } from '../plan-data.ts';
import { beanShellScript, beanShellStatements } from './bean-shell-script.ts';
import { beanShellTypes, beanShellValue } from './bean-shell-value.ts';
import { groovyScript, groovyStatements } from './groovy-script.ts';
import { groovyValue } from './groovy-value.ts';
import { type ScriptScope, scriptTypes, writeTranslated } from './script-scope.ts';

/** The role of an element in a plan. */
export type ScriptRole = 'PreProcessor' | 'PostProcessor' | 'Sampler' | 'Assertion' | 'Timer';

/** An element with a script in Groovy or BeanShell that the engine runs itself. */
export function randomScript(making: Making, role: ScriptRole): PlanNode {
  return making.chance.is(0.65) ? groovyElement(making, role) : beanShellElement(making, role);
}

function groovyElement(making: Making, role: ScriptRole): PlanNode {
  const { chance } = making;
  const kind = `JSR223${role}`;
  const scope = scopeOf(making, role);
  const script = writeTranslated(
    () => groovyOf(scope, role),
    (written) => groovyProblem(written, kind),
  );
  return {
    ...node(kind, nameOf(making, role), [
      text('scriptLanguage', chance.pick(['groovy', 'groovy', 'Groovy', ''])),
      text('parameters', chance.pick(['', '', 'one two', '${n1} ${word}'])),
      text('filename', ''),
      text('cacheKey', chance.pick(['true', 'true', 'false', ''])),
      text('script', script),
    ]),
    guiClass: 'TestBeanGUI',
  };
}

function groovyOf(scope: ScriptScope, role: ScriptRole): string {
  const { chance } = scope.making;
  switch (role) {
    case 'Sampler':
      return chance.weigh(
        [4, () => groovyScript(scope, chance.pick(scriptTypes), 1)],
        [1, () => `${groovyStatements(scope, 1, 2)}\n${changeOf(scope, 'SampleResult')}`],
      );
    case 'Assertion':
      return `AssertionResult.setFailure(${groovyValue(scope, 'boolean', 2)})\nAssertionResult.setFailureMessage(${groovyValue(scope, 'text', 2)})`;
    case 'Timer':
      return `${groovyStatements(scope, 0, 2)}\n${chance.pick(['1', "'2'", "'x'", 'null', '${n1}', '1.5'])}`;
    case 'PostProcessor':
      return chance.is(0.3)
        ? `${groovyStatements(scope, 1, 2)}\n${changeOf(scope, 'prev')}`
        : groovyStatements(scope, 1);
    case 'PreProcessor':
      return groovyStatements(scope, 1);
  }
}

/** A statement that changes a sample. */
function changeOf(scope: ScriptScope, sample: string): string {
  const { chance } = scope.making;
  const value = groovyValue(scope, 'text', 2);
  return chance.pick([
    `${sample}.setResponseMessage(${value})`,
    `${sample}.setResponseCode('${chance.pick(['200', '418', '500'])}')`,
    `${sample}.setSuccessful(${groovyValue(scope, 'boolean', 1)})`,
    `${sample}.sampleLabel = ${value}`,
    `${sample}.setResponseData(${value}, 'UTF-8')`,
  ]);
}

function beanShellElement(making: Making, role: ScriptRole): PlanNode {
  const { chance } = making;
  const kind = `BeanShell${role}`;
  const scope = scopeOf(making, role);
  const script = writeTranslated(
    () => beanShellOf(scope, role),
    (written) => beanShellProblem(written, kind),
  );
  const { parameters, keeping = '', script: scriptName } = scriptProperties(kind);
  const properties: PlanProperty[] = [
    text(scriptName, script),
    text(parameters.replace('parameters', 'filename'), ''),
    text(parameters, chance.pick(['', '', 'one two', '${n1}'])),
    flag(keeping, chance.is(0.4)),
  ];
  const each = node(kind, nameOf(making, role), properties);
  return role === 'Sampler' || role === 'Assertion' ? each : { ...each, guiClass: 'TestBeanGUI' };
}

function beanShellOf(scope: ScriptScope, role: ScriptRole): string {
  const { chance } = scope.making;
  switch (role) {
    case 'Sampler':
      return chance.weigh(
        [4, () => beanShellScript(scope)],
        [
          1,
          () =>
            `ResponseCode = "418"; IsSuccess = ${beanShellValue(scope, 'boolean', 1)}; return ${beanShellValue(scope, 'text', 2)};`,
        ],
      );
    case 'Assertion':
      return `Failure = ${beanShellValue(scope, 'boolean', 2)}; FailureMessage = "" + ${beanShellValue(scope, chance.pick(beanShellTypes), 2)};`;
    case 'Timer':
      return `${beanShellStatements(scope, 0, 2)} return ${chance.pick(['1', '"2"', '"x"', '0L', '${n1}'])};`;
    case 'PreProcessor':
    case 'PostProcessor':
      return beanShellStatements(scope, 1);
  }
}

const nameOf = (making: Making, role: ScriptRole): string =>
  role === 'Sampler' ? `script${making.count()}` : 'Script';

/** Only a post-processor has a sample to read. */
const scopeOf = (making: Making, role: ScriptRole): ScriptScope => ({
  making,
  locals: [],
  hasSampler: role === 'PreProcessor',
  ...(role === 'PostProcessor' && !making.isVague ? { sample: 'prev' } : {}),
});

/** An argument of `__groovy`, whose commas are escaped. */
export function randomGroovyArgument(making: Making, type: 'text' | 'boolean' | 'int'): string {
  const scope: ScriptScope = { making, locals: [], hasSampler: false, isArgument: true };
  return writeTranslated(
    () => groovyValue(scope, type, 1).replaceAll(/(?<!\\),/g, '\\,'),
    (written) =>
      isWhole(written) ? groovyProblem(written.replaceAll('\\,', ','), '__groovy') : 'an end within',
  );
}

/** Whether JMeter finds the end of the call, for which it ignores quotes. */
const isWhole = (written: string) =>
  !written.includes('\n') &&
  written.split('(').length === written.split(')').length &&
  !/\\[^,]|[{}]/.test(written.replaceAll(/\$\{\w+\}/g, ''));
