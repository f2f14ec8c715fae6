import { argumentsOf } from '../../jmx/arguments-of.ts';
import { elementProperty, type PlanElement, textProperty } from '../../jmx/plan-tree.ts';
import { jvmScriptProblem } from '../../jmx/proven/jvm-script-rule.ts';
import { isOf, readsSampler, scriptDialect, scriptProperties } from '../../jmx/proven/script-elements.ts';
import type { CompileContext, PlanListener, Text, User } from '../core.ts';
import { evaluatedAtStart } from '../languages/evaluated-at-start.ts';
import { stopForUnsupported } from '../languages/stop-for-unsupported.ts';
import type { FrameWriter } from './frame-writer.ts';

/** An element of the plan that runs in the JVM. */
export interface Definition {
  readonly index: number;
  readonly name: Text;
  /** Whether it may read the name of the current sampler. */
  readonly readsSampler: boolean;
  /** Whether it may read the previous sample. */
  readonly readsSample: boolean;
  readonly planListener: PlanListener | undefined;
  /**
   * Evaluated texts of one call; undefined if constant, because the JVM has them. JMeter evaluates all texts for each
   * call.
   */
  textsOf(user: User): readonly (string | undefined)[];
}

/** Kinds of frames that define elements. */
const frameOf = { script: 2, javaRequest: 6 } as const;

/** Defines an element in the JVM. */
export function define(
  element: PlanElement,
  context: CompileContext,
  index: number,
  frames: FrameWriter,
): Definition {
  return element.kind === 'JavaSampler'
    ? defineJavaRequest(element, context, index, frames)
    : defineScript(element, context, index, frames);
}

/** Number of script texts whose check is remembered. */
const maxProven = 1000;

const evaluated = (text: Text, user: User) => (text.constant === undefined ? text.evaluate(user) : undefined);

function defineScript(
  element: PlanElement,
  context: CompileContext,
  index: number,
  frames: FrameWriter,
): Definition {
  const { kind } = element;
  const names = scriptProperties(kind);
  const dialect = scriptDialect(element);
  const name = context.compile(element.name);
  const source = context.text(element, names.script);
  const parameters = context.text(element, names.parameters);
  const isSampleRead = readsSample(kind, source.constant);
  frames.begin(frameOf.script);
  frames.text(kind);
  frames.text(textProperty(element, 'scriptLanguage'));
  frames.text(names.keeping === undefined ? '' : textProperty(element, names.keeping));
  frames.text(name.constant);
  frames.text(source.constant);
  frames.text(parameters.constant);
  frames.byte(isSampleRead ? 1 : 0);
  frames.end();
  const proven = context.shared('proven scripts', () => new Set<string>());
  return {
    index,
    name,
    readsSampler: readsSampler(source.raw),
    readsSample: isSampleRead,
    planListener: isEvaluatedAtStart(kind)
      ? evaluatedAtStart(element, context, [parameters, source])
      : undefined,
    textsOf(user) {
      const given = evaluated(parameters, user);
      const text = evaluated(source, user);
      if (text !== undefined && dialect !== undefined && !proven.has(`${dialect} ${text}`)) {
        const problem = jvmScriptProblem(text, dialect);
        if (problem !== undefined) {
          stopForUnsupported(user, `A script has ${problem}`);
        }
        if (proven.size >= maxProven) {
          proven.clear();
        }
        proven.add(`${dialect} ${text}`);
      }
      return [evaluated(name, user), text, given];
    },
  };
}

/** Whether the element listens to the start of the test: JMeter evaluates its properties then. */
const isEvaluatedAtStart = (kind: string) =>
  !isOf(kind, 'BSF') && kind !== 'BeanShellSampler' && kind !== 'BeanShellAssertion';

/**
 * Whether the element may read the last sample. Some do for any script: BSF elements pass it to their engine, which
 * rejects null.
 */
const readsSample = (kind: string, script: string | undefined) =>
  isOf(kind, 'BSF') ||
  kind === 'BeanShellPostProcessor' ||
  kind === 'BeanShellAssertion' ||
  script === undefined ||
  /\b(?:prev|SampleResult|Response|ctx|getContext)\b/.test(script);

function defineJavaRequest(
  element: PlanElement,
  context: CompileContext,
  index: number,
  frames: FrameWriter,
): Definition {
  const name = context.compile(element.name);
  const args = argumentsOf(elementProperty(element, 'arguments')).flatMap((each) => [
    context.compile(each.name),
    context.compile(each.value),
  ]);
  frames.begin(frameOf.javaRequest);
  frames.text(textProperty(element, 'classname'));
  frames.text(element.name);
  frames.int(args.length / 2);
  frames.end();
  return {
    index,
    name,
    // In the JVM, the Java Request itself is the current sampler.
    readsSampler: false,
    readsSample: false,
    planListener: undefined,
    textsOf: (user) => [name, ...args].map((text) => text.evaluate(user)),
  };
}
